/** Offers the site's own pages, and their sections, where the library asks for a link's address. */
import { completeLink, kindOfLink } from '@site/content/markdown/links';
import { PAGE_DATA } from '../page-data.ts';

const LIST = 'own-links';

export function offerOwnLinks(): void {
  const list = document.createElement('datalist');
  list.id = LIST;
  const { ofSite, ofEntries } = PAGE_DATA.targets;
  const named = [...ofSite, ...ofEntries].filter(({ name }) => name);
  list.append(...named.map(({ url, name }) => new Option(name, url)));
  document.body.append(list);
  document.addEventListener('focusin', ({ target: input }) => {
    if (!(input instanceof HTMLInputElement) || !input.matches('[role=dialog] [id$="-url"]'))
      return;
    input.setAttribute('list', LIST);
    // The library begins with the selected words, which would hide every page.
    if (kindOfLink(completeLink(input.value)) !== 'forbidden') return;
    input.value = '';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
