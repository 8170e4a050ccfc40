/** Which addresses the site has, as far as content may link to them. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headingId, HOME_IDS, MAIN_ID, OTHER_PLANS_ID } from '../lib/page-parts.ts';
import { planMarkdown } from '../markdown/processor.ts';
import { COLLECTIONS } from '../schemas/collections.ts';
import { filesOf, idOf } from './file-names.ts';
import { readSourceFile } from './source-file.ts';

const PUBLIC_FOLDER = fileURLToPath(new URL('../../public', import.meta.url));

/** A part of a page that a link can lead to. */
export interface Part {
  id: string;
  /** The heading that is the part, where the id does not say what it is about. */
  heading?: string;
}

/** The page of a plan, by its file. */
export function planAddress(file: string): string {
  return `/planos/${idOf(file)}`;
}

/** @param root the content folder */
export function pageAddresses(root: string): string[] {
  return ['/', '/planos', ...filesOf(root, COLLECTIONS.plans).map(planAddress)];
}

/** Whether the site serves a file as it is, by a name with the same capitals. */
export function isPublicFile(address: string): boolean {
  if (!existsSync(PUBLIC_FOLDER)) return false;
  return readdirSync(PUBLIC_FOLDER, { recursive: true, encoding: 'utf8' }).some(
    (file) => address === `/${file.replaceAll('\\', '/')}`,
  );
}

/** The parts of a plan's page. Which headings its text has, the site's own Markdown says. */
export async function partsOfPlan(markdown: string): Promise<Part[]> {
  const { render } = await planMarkdown('/').createRenderer({ syntaxHighlight: false });
  const { headings } = (await render(markdown)).metadata;
  return [
    ...headings.map(({ slug, text }) => ({ id: slug, heading: text })),
    { id: OTHER_PLANS_ID },
  ];
}

export function partsOfHome(): Part[] {
  return Object.values(HOME_IDS).map((id) => ({ id }));
}

/**
 * @param address of a page that there is
 * @returns its parts, or undefined for a plan that cannot be read before its mistakes are mended
 */
export async function partsOf(root: string, address: string): Promise<Part[] | undefined> {
  if (address === '/') return partsOfHome();
  const plan = filesOf(root, COLLECTIONS.plans).find((file) => planAddress(file) === address);
  if (plan === undefined) return [];
  try {
    const { body } = readSourceFile(join(root, plan));
    return body && (await partsOfPlan(body.text));
  } catch {
    return undefined;
  }
}

/** Whether a page with these parts has an id: also one that nobody would be advised to use. */
export function hasId(parts: Part[], id: string): boolean {
  return (
    id === MAIN_ID ||
    parts.some((part) => id === part.id || (!part.heading && id === headingId(part.id)))
  );
}
