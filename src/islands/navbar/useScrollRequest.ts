import { useEffect, type MouseEvent } from 'react';

/**
 * A request to scroll travels as the URL's hash and is carried out by the browser. Once carried out
 * it is taken out of the URL, so that neither a reload nor a shared link repeats it.
 *
 * @returns handler for clicks on links, for those that lead to the page the visitor is on: such a
 * link never loads the page anew, which would lose what stands in the contact form
 */
export function useScrollRequest(): (event: MouseEvent<HTMLAnchorElement>) => void {
  useEffect(() => {
    // Until the load event the browser still follows the layout with the scroll; a hash that is
    // taken away earlier would end that.
    const cleanUp = (): void => {
      if (document.readyState === 'complete') clearScrollRequest();
    };
    cleanUp();
    window.addEventListener('load', cleanUp);
    window.addEventListener('hashchange', cleanUp);
    return () => {
      window.removeEventListener('load', cleanUp);
      window.removeEventListener('hashchange', cleanUp);
    };
  }, []);

  return followLinkToThisPage;
}

function clearScrollRequest(): void {
  const { hash, pathname, search } = window.location;
  if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search);
}

function followLinkToThisPage(event: MouseEvent<HTMLAnchorElement>): void {
  const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || opensElsewhere) return;
  const { pathname, hash } = event.currentTarget;
  if (pathname !== window.location.pathname) return;

  event.preventDefault();
  if (hash !== '') {
    window.location.hash = hash;
  } else {
    // How, smoothly or at once, is for the style sheet to say.
    window.scrollTo({ top: 0 });
  }
}
