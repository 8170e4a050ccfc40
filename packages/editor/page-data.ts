import type { CmsConfig } from '@sveltia/cms';
import type { LinkTargets } from '@site/content/links';

export interface PageData {
  config: CmsConfig;
  /** As the site was built. */
  targets: LinkTargets;
  /** The Supabase project of the button to sign in, its public key, and what GitHub then lets the editor do. */
  signIn?: { url: string; key: string; scope: string } | undefined;
}

/** What `page.ts` embeds in the editor's page. */
export const PAGE_DATA = JSON.parse(
  document.getElementById('editor-data')?.textContent ?? '',
) as PageData;

/** While this tab is away to sign in: the place in the editor that it left. */
export const AWAY = 'sign-in';
