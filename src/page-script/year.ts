/** The year in the HTML is that of the build; a build may be served for longer than a year. */
export function showYear(): void {
  const year = document.getElementById('ano');
  if (year) year.textContent = String(new Date().getFullYear());
}
