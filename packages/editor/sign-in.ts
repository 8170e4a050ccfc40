/**
 * Signs in by the site's own Supabase project: this tab goes to GitHub, and comes back with a code, for which the
 * project gives GitHub's token (PKCE). Nobody but this tab can have begun what it ends.
 */
import { AuthClient } from '@supabase/auth-js';
import { showDialog } from './dialog.ts';
import { keepToken } from './library/entrance.ts';
import { AWAY, PAGE_DATA } from './page-data.ts';

const { url: project = '', key = '', scope = '' } = PAGE_DATA.signIn ?? {};
const url = `${project.replace(/\/$/, '')}/auth/v1`;
const headers = { apikey: key };
const auth = new AuthClient({
  url,
  headers,
  storageKey: `${AWAY}-way`,
  // Outlives the way to GitHub, but not this tab.
  storage: sessionStorage,
  flowType: 'pkce',
  autoRefreshToken: false,
  detectSessionInUrl: false,
});

/** By the codes of Supabase Auth and GitHub, and two of our own. */
const SENTENCES = new Map(
  Object.entries({
    access_denied:
      'O GitHub não recebeu a sua autorização. Entre de novo e, na página dele, clique em Authorize.',
    bad_oauth_state: 'A entrada levou mais de cinco minutos e venceu. Entre de novo.',
    github_off: 'O botão do GitHub ainda não está ligado. Avise quem cuida do site.',
    provider_email_needs_verification:
      'O GitHub ainda não confirmou o seu e-mail. Confirme-o em github.com/settings/emails e entre de novo.',
    signup_disabled:
      'A sua conta do GitHub ainda não entra aqui. Peça a quem cuida do site que abra a entrada a pessoas novas por um momento.',
    unreachable:
      'O serviço de entrada não respondeu. Confira a internet e entre de novo; se continuar, avise quem cuida do site.',
  }),
);
const UNFINISHED =
  'A entrada pelo GitHub não terminou. Entre de novo e, se voltar a acontecer, avise quem cuida do site.';

/** Goes to GitHub. */
export async function leave(): Promise<void> {
  // The browser kept the page, and shows it to whoever presses Back.
  window.addEventListener('pageshow', () => {
    location.reload();
  });
  // Asks first: of GitHub that is off, Supabase would answer with bare JSON.
  const error = await fetch(`${url}/settings`, { headers })
    .then((response) => response.json() as Promise<{ external: { github: boolean } }>)
    .then(({ external }) => (external.github ? '' : 'github_off'))
    .catch(() => 'unreachable');
  if (error === '') {
    const redirectTo = location.origin + location.pathname;
    await auth.signInWithOAuth({ provider: 'github', options: { redirectTo, scopes: scope } });
    return;
  }
  history.replaceState(null, '', `?error=${error}`);
  location.reload();
}

/** Leaves nothing of the way in this tab: address, history, storage, session. */
export async function comeBack(): Promise<void> {
  const query = new URLSearchParams(location.search);
  history.replaceState(null, '', location.pathname + (sessionStorage.getItem(AWAY) ?? ''));
  const code = query.get('code');
  // Else it would send the session, with GitHub's token, to all tabs.
  await auth.dispose();
  const { data, error } = code ? await auth.exchangeCodeForSession(code) : {};
  // The tab may hold more: a draft of the contact form, and what is on its way to the site.
  for (const key of Object.keys(sessionStorage).filter((name) => name.startsWith(AWAY)))
    sessionStorage.removeItem(key);
  const { access_token, provider_token: token } = data?.session ?? {};
  if (access_token) void auth.admin.signOut(access_token, 'local');
  if (token) keepToken(token);
  else {
    const refusal = query.get('error_code') ?? query.get('error') ?? '';
    showDialog(SENTENCES.get(error ? (error.code ?? 'unreachable') : refusal) ?? UNFINISHED);
  }
}
