/** Finds links within the site that lead nowhere, before a visitor or the launch check does. */
import { publicPath } from '../lib/public-path.ts';
import { decoded } from '../markdown/links.ts';
import { nearest } from './advice.ts';
import type { Problem } from './problem.ts';
import {
  hasId,
  isPublicFile,
  pageAddresses,
  partsOf,
  partsOfHome,
  partsOfPlan,
  planAddress,
  type Part,
} from './site-addresses.ts';

type Mistake = Pick<Problem, 'expected' | 'advice'>;

/** Any host will do: the browser's way of reading an address is what counts. */
const HERE = 'https://here.invalid';

/** The text that a link stands in. */
export interface Place {
  /** The content folder. */
  root: string;
  /** The plan's file, relative to it. */
  file: string;
  text: string;
}

interface Target {
  address: string;
  spellings: string[];
}

const WHERE_TO =
  'Escreva /planos, /planos/ e o nome de um plano, ou /# e o nome de uma parte da página inicial, como /#contato.';

/** The page that a path names, however it is written: `/planos/`, `/planos.html`. */
function pageOf(path: string): string {
  return `/${publicPath(path.slice(1).replace(/(?<=[^/])\/$/, ''))}`;
}

function targetsOfParts(page: string, parts: Part[]): Target[] {
  return parts.map(({ id, heading }) => ({
    address: `${page}#${id}`,
    spellings: heading === undefined ? [id] : [id, heading],
  }));
}

/** What somebody may have meant: plans go by their own name, as if none were below another page. */
function meant(name: string, targets: Target[]): string | undefined {
  const target = nearest(name, targets, ({ spellings }) => spellings);
  return target && `Você quis dizer “${target.address}”?`;
}

function adviceOnPage(page: string, root: string): string {
  const nameOf = (address: string) => address.replace(/^\/planos\/(?=.)/, '');
  const pages = pageAddresses(root).map((address) => ({ address, spellings: [nameOf(address)] }));
  const targets = [...pages, ...targetsOfParts('/', partsOfHome())];
  return meant(nameOf(page), targets) ?? WHERE_TO;
}

/** @param page as the link itself names it: nothing for a part of the page that it stands on */
function adviceOnPart(id: string, page: string, parts: Part[]): string {
  const targets = targetsOfParts(page, parts);
  const elsewhere = targetsOfParts('/', partsOfHome());
  const advice = meant(id, targets) ?? meant(id, elsewhere);
  if (advice !== undefined) return advice;
  if (parts.length === 0) return `Escreva só ${page}.`;
  const list = parts.map(({ heading }, index) => {
    const address = targets[index]?.address ?? '';
    return heading === undefined ? address : `${address} (“${heading}”)`;
  });
  return `A página tem: ${list.join(', ')}.`;
}

/**
 * @param address of a link that begins with / or #, in codes that stand for letters
 * @returns what is wrong with it, or undefined where it leads somewhere
 */
export async function mistakeInInternalLink(
  address: string,
  { root, file, text }: Place,
): Promise<Mistake | undefined> {
  const isHere = address.startsWith('#');
  const url = new URL(address, HERE);
  const path = decoded(url.pathname) ?? url.pathname;
  const page = isHere ? planAddress(file) : pageOf(path);
  if (!isHere && !pageAddresses(root).includes(page)) {
    if (isPublicFile(path)) return undefined;
    const expected = 'o endereço de uma página que o site tem';
    return { expected, advice: adviceOnPage(page, root) };
  }
  const id = decoded(url.hash.slice(1));
  if (id === undefined || id === '') return undefined;
  const parts = page === planAddress(file) ? await partsOfPlan(text) : await partsOf(root, page);
  if (!parts || hasId(parts, id)) return undefined;
  const name = page === '/' ? 'a página inicial' : `a página ${page}`;
  const expected = `uma parte que ${isHere ? 'esta página' : name} tem`;
  return { expected, advice: adviceOnPart(id, isHere ? '' : page, parts) };
}
