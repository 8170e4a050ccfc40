/** How the library signs in: its button, and where it keeps who did. */

/** Its button would open a window, which browsers block, phones lose and strangers can name. */
export function onSignIn(go: () => void): void {
  const open = window.open.bind(window);
  window.open = (url, name, ...rest) => {
    if (name !== 'auth') return open(url, name, ...rest);
    go();
    return null;
  };
}

/** Signs in with a token of GitHub as the library starts. */
export function keepToken(token: string): void {
  localStorage.setItem('sveltia-cms.user', JSON.stringify({ backendName: 'github', token }));
}
