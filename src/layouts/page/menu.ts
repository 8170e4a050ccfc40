// An open menu would lie over the section that its link leads to. Here, not in the header's island, which may load
// later.
const menu = document.querySelector('.menu');
if (menu) {
  menu.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a')) menu.removeAttribute('open');
  });
  // A link may have been clicked before this script arrived.
  if (location.hash) menu.removeAttribute('open');
}
