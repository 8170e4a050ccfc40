/** Where the operator of the host that builds sees its builds; undefined on GitHub, whose page the editor knows. */
export function buildsPage(env = process.env): string | undefined {
  const { NETLIFY, SITE_NAME = '', VERCEL, CF_PAGES } = env;
  if (NETLIFY) return `https://app.netlify.com/projects/${SITE_NAME}/deploys`;
  if (VERCEL) return 'https://vercel.com/dashboard';
  return CF_PAGES && 'https://dash.cloudflare.com/?to=/:account/workers-and-pages';
}
