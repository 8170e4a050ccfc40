import { useEffect, type MouseEvent } from 'react';

/**
 * Removes the hash from the URL once the browser has scrolled to it, so that neither a reload nor a
 * shared link repeats the scroll.
 *
 * @returns click handler for links: a link to the current page never reloads it, which would lose what
 * was typed into the contact form
 */
export function useScrollRequest(): (event: MouseEvent<HTMLAnchorElement>) => void {
  useEffect(() => {
    // Until the load event, the browser keeps the target in place while the layout changes; removing
    // the hash earlier would end that.
    const cleanUp = (): void => {
      if (document.readyState === 'complete') clearScrollRequest();
    };
    cleanUp();
    const listening = new AbortController();
    for (const name of ['load', 'hashchange']) {
      window.addEventListener(name, cleanUp, { signal: listening.signal });
    }
    return () => {
      listening.abort();
    };
  }, []);

  return followLinkToThisPage;
}

function clearScrollRequest(): void {
  const { hash, pathname, search } = window.location;
  if (hash === '') return;
  if (!document.querySelector(':target')) findDamaged(hash)?.scrollIntoView();
  window.history.replaceState(window.history.state, '', pathname + search);
}

/**
 * The target of a hash that a chat or a campaign has changed: encoded twice, with other accents, capitals or
 * punctuation, or with a campaign's parameters behind it.
 */
function findDamaged(hash: string): Element | undefined {
  let text = hash;
  try {
    text = decodeURIComponent(decodeURIComponent(text));
  } catch {
    // It is not encoded.
  }
  const wanted = lettersOf(text.replace(/[?&].*/, ''));
  return [...document.querySelectorAll('[id]')].find(({ id }) => lettersOf(id) === wanted);
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{Letter}\d]/gu, '')
    .toLowerCase();

function followLinkToThisPage(event: MouseEvent<HTMLAnchorElement>): void {
  const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (event.defaultPrevented || event.button !== 0 || opensElsewhere) return;
  const { pathname, hash } = event.currentTarget;
  if (pathname !== window.location.pathname) return;

  event.preventDefault();
  if (hash !== '') {
    window.location.hash = hash;
  } else {
    // The style sheet decides whether this is smooth.
    window.scrollTo({ top: 0 });
  }
}
