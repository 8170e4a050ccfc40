// The year in the HTML is that of the build, which may still be served next year. YEAR_ID, spelled out: an import would
// give the page one more file to fetch.
const year = document.getElementById('ano');
if (year) year.textContent = String(new Date().getFullYear());
