/** Checks one entry, wherever it comes from: a file, or the content editor before it saves. */
import type { Nodes } from 'mdast';
import { z } from 'zod';
import { lineAt, quote, quoteLine, type Issue } from '../content-files/issue.ts';
import type { ContentFile, MarkdownBody } from '../content-files/parse.ts';
import { withoutComments } from '../markdown/comments.ts';
import { completeLink, kindOfLink } from '../markdown/links.ts';
import { nodesOf } from '../markdown/parse.ts';
import type { Collection } from '../schemas/collections.ts';
import { SOMETHING_VISIBLE } from '../schemas/fields.ts';
import type { ImageField, ImageUse } from '../schemas/image.ts';
import { checkInternalLink, planPath, type Site } from './links.ts';
import { describeField } from './schema-fields.ts';
import { checkData } from './schema-issues.ts';

/** What an entry is checked against, apart from its schema. */
interface Surroundings {
  site: Site;
  /** Says what is expected instead of an image, or nothing where all is well. */
  checkImage: (name: string, use?: ImageUse) => Promise<string | undefined>;
}

/** Markdown with a typo in it, which would be published character by character. */
const LEFTOVERS = [
  {
    // Whoever writes \[ wants to see the bracket, and “[1] (https://exemplo.com)” is a note.
    pattern:
      /(?<!\\|\\\[[^\][]*|\[\d+)\]\s*\(\s*(?:\/|#\S|\.{1,2}\/|https?:|www\.|mailto:|tel:|[^()\n]*\.(?:svg|png|jpe?g|webp|avif)\))/i,
    expected: 'um link inteiro, sem espaços: [texto](/planos), ![foto](./foto.jpg)',
  },
  { pattern: /(?<!\\)\*\*|(?<!\\|\w)__/, expected: 'negrito sem espaços por dentro: **assim**' },
  { pattern: /^(?:<{7}|>{7}|={7})/m, expected: 'uma versão só do texto: há um conflito do Git' },
  { pattern: /^\|.+\|/m, expected: 'uma tabela com a linha |---|---| embaixo dos títulos' },
  { pattern: /~~/, expected: 'um texto sem ~~: o site não risca palavras' },
  { pattern: /^##+[^#\s]/m, expected: 'um espaço depois do título: ## Assim' },
  { pattern: /^\[[ x]\]\s/i, expected: 'uma lista sem caixas de marcar: - item' },
  { pattern: /^-\p{Letter}/mu, expected: 'um espaço depois do hífen: - item' },
  {
    pattern: /(?<!\\)<[a-z!?][^<>]*>/i,
    expected: 'um texto sem HTML: o site o mostraria como está escrito',
  },
];

function findLeftovers(source: string, firstLine: number): Issue[] {
  return LEFTOVERS.flatMap(({ pattern, expected }) => {
    const index = source.search(pattern);
    if (index === -1) return [];
    const line = lineAt(source, index);
    return [{ line: firstLine - 1 + line, expected, found: quoteLine(source, line) }];
  });
}

function checkLink(url: string, here: string, site: Site) {
  const link = completeLink(url);
  const kind = kindOfLink(link);
  if (kind === 'internal') return checkInternalLink(link, here, site);
  const expected = 'um endereço que comece com https://, mailto:, tel: ou, dentro do site, com /';
  return kind === 'forbidden' ? { expected } : undefined;
}

/** @param here path of the page that the text stands on */
async function checkBody(
  { text, firstLine }: MarkdownBody,
  here: string,
  { site, checkImage }: Surroundings,
): Promise<Issue[]> {
  const source = withoutComments(text);
  const nodes = nodesOf(source);
  const isSeen = nodes.some((node) =>
    'value' in node ? SOMETHING_VISIBLE.test(node.value) : node.type.startsWith('image'),
  );
  if (!isSeen) {
    return [
      { line: firstLine, expected: 'o texto do plano abaixo dos campos', found: 'nada escrito' },
    ];
  }
  async function checkNode(node: Nodes): Promise<Issue[]> {
    const { start, end } = node.position ?? {};
    const line = firstLine - 1 + (start?.line ?? 1);
    if (node.type === 'text' || node.type === 'html') {
      return findLeftovers(source.slice(start?.offset, end?.offset), line);
    }
    if (!('url' in node)) return [];
    const found = quote(node.url);
    // A definition may be of both: no link of the site begins with a dot, and every image does.
    if (node.type === 'image' || node.url.startsWith('.')) {
      const expected = await checkImage(node.url);
      return expected === undefined ? [] : [{ line, expected, found }];
    }
    const issue = checkLink(node.url, here, site);
    return issue ? [{ line, found, ...issue }] : [];
  }
  return (await Promise.all(nodes.map(checkNode))).flat();
}

/** A name that can stand in a URL as it is, and is not the site's own: /planos/404, /planos/index. */
const GOOD_NAME = /^(?!404$|index$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

function checkName(id: string): Issue[] {
  if (GOOD_NAME.test(id)) return [];
  const expected =
    'um nome de arquivo (no editor, ele vem do título) só com letras minúsculas sem acento, algarismos e hífens, que não seja 404 nem index';
  return [{ expected, found: quote(id) }];
}

/** @param id name of the file without folder and extension */
export async function checkEntry(
  collection: Collection,
  id: string,
  { data, body }: Pick<ContentFile, 'data' | 'body'>,
  surroundings: Surroundings,
): Promise<Issue[]> {
  const schema = collection.schema(
    (use) =>
      z.string().superRefine(async (name, context) => {
        const message = await surroundings.checkImage(name, use);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      }) as unknown as ReturnType<ImageField>,
  );
  const inName = 'folder' in collection.files ? checkName(id) : [];
  const inFields = await checkData(schema, data);
  const inBody = body ? await checkBody(body, planPath(id), surroundings) : [];
  return [
    ...inName,
    ...inFields.map((issue) => ({ ...issue, field: describeField(schema, issue.path ?? []) })),
    ...inBody.map((issue) => ({ ...issue, field: `“${collection.body?.title ?? ''}”` })),
  ];
}
