import type { CmsConfig } from '@sveltia/cms';
import type { LinkTargets } from '@site/content/links';

interface PageData {
  config: CmsConfig;
  /** As the site was built. */
  targets: LinkTargets;
}

/** What `page.ts` embeds in the editor's page. */
export const PAGE_DATA = JSON.parse(
  document.getElementById('editor-data')?.textContent ?? '',
) as PageData;
