// Visitors who save data get no prefetching (https://wicg.github.io/savedata/). Chrome ensures that itself; other
// Chromium browsers do not.
const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
const rules = document.querySelector('[type=speculationrules]');
// eslint-disable-next-line @typescript-eslint/prefer-optional-chain -- browsers at the floor cannot parse it
if (rules && connection && connection.saveData) rules.remove();
