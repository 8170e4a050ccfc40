/** Runs before the editor's library and zod load, since both read these settings. */
import { config } from 'zod';
import { AWAY, PAGE_DATA } from './page-data.ts';

// The library follows the browser's language; the site and its editors use Portuguese. With the library's
// own setting, it would still offer English in an English browser.
Object.defineProperties(navigator, {
  language: { value: 'pt-BR' },
  languages: { value: ['pt-BR'] },
});

// The library asks for “10:00 AM”, which no Brazilian writes.
Date.prototype.toLocaleString = function (this: Date, _locale, options?: object) {
  return new Intl.DateTimeFormat('pt-BR', { ...options, hour12: false }).format(this);
} as Date['toLocaleString'];

// Younger than some editors' browsers: Chrome 140, Firefox 133, Safari 18.2.
type Base64 = Partial<Pick<Uint8Array, 'toBase64'>>;
(Uint8Array.prototype as Base64).toBase64 ??= function (this: Uint8Array) {
  return btoa(Array.from(this, (byte) => String.fromCharCode(byte)).join(''));
};

// Zod would test whether it may compile code, which the page's policy forbids.
config({ jitless: true });

/** The library keeps sign-in and unsaved work there. */
function hasStorage(): boolean {
  try {
    return localStorage.length >= 0;
  } catch {
    return false;
  }
}

const say = (sentence: string): void => {
  document.getElementById('opening')?.replaceChildren(sentence);
};

// Dynamic: static imports run first.
if (hasStorage()) {
  // Before the library asks for it, which would show English until then.
  // eslint-disable-next-line no-restricted-syntax -- the library exports no locale
  void import('../../node_modules/@sveltia/cms/locales/pt-BR.json');
  // Back from GitHub, or from a way there that did not end.
  const isBack = AWAY in sessionStorage || /[?&](?:code|error)=/.test(location.search);
  const signedIn = PAGE_DATA.signIn && isBack && import('./sign-in.ts').then((it) => it.comeBack());
  Promise.resolve(signedIn)
    .then(() => import('./main.ts'))
    .catch(() => {
      say('Uma parte do editor não carregou. Confira a internet e recarregue a página.');
    });
} else {
  say(
    'Este navegador bloqueia todos os cookies, e sem eles o editor não abre. Permita-os para este endereço, nas configurações de privacidade, e recarregue a página.',
  );
}
