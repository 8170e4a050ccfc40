const USER_KEY = 'sveltia-cms.user';

function worksLocally(): boolean {
  return localStorage.getItem(USER_KEY)?.includes('"backendName":"local"') === true;
}

/**
 * The library keeps unsaved work only for the backend that it started with. After a switch to local files, the
 * page reloads so that it starts with them, before there is anything to lose.
 */
export function keepUnsavedWork(): void {
  const beganLocally = worksLocally();
  window.addEventListener('hashchange', () => {
    if (worksLocally() !== beganLocally) location.reload();
    // The media library, to which no button leads.
    if (location.hash.startsWith('#/assets')) location.replace('#/collections');
  });
}
