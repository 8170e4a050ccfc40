/** Reads what `page.ts` embeds in the editor's page. */
import type { CmsConfig } from '@sveltia/cms';
import type { LinkTargets } from '../content/links.ts';

function readJson(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? '');
}

export const readConfig = (): CmsConfig => readJson('editor-config') as CmsConfig;

export const readLinkTargets = (): LinkTargets => readJson('editor-link-targets') as LinkTargets;
