/** Everything that visitors read, and where it is written. */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { readSourceFile } from '../../../src/content-check/source-file.ts';

export interface VisitorText {
  /** File, and the field or line in it. */
  where: string;
  text: string;
}

/** Fields that hold no words: names of files and of icons, addresses of mailboxes. */
const WORDLESS_FIELDS = new Set(['icon', 'image', 'src', 'email', 'toEmail', 'fromEmail']);

function textsInData(data: unknown, where: string): VisitorText[] {
  if (typeof data === 'string') return [{ where, text: data }];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data)
    .filter(([field]) => !WORDLESS_FIELDS.has(field))
    .flatMap(([field, value]) => textsInData(value, `${where} › ${field}`));
}

const FRONT_MATTER = /^---\n[\s\S]*?\n---\n/;
/** The target of a Markdown link, and code. */
const MARKDOWN_WORDLESS = /\]\([^)]*\)|`[^`]*`/g;

export function textsInContent(): VisitorText[] {
  return globSync('src/content/**/*.{json,md}')
    .sort()
    .flatMap((file) => {
      const fields = textsInData(readSourceFile(file).data, file);
      if (!file.endsWith('.md')) return fields;
      const body = readFileSync(file, 'utf8').replace(FRONT_MATTER, '');
      return [...fields, { where: file, text: body.replace(MARKDOWN_WORDLESS, ' ') }];
    });
}

/** What is left of HTML when a browser has read it: text, and the attributes that are text. */
function textOfHtml(html: string): string {
  return html.replace(/<[^>]*>/g, (tag) =>
    [...tag.matchAll(/(?:placeholder|aria-label|title|alt)="([^"]*)"/g)]
      .map(([, value]) => value)
      .join(' . '),
  );
}

/** A template as it would read with nothing filled in; the gap is no word. */
function textOfNode(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' … ');
}

/**
 * Tells a sentence or a label from a header, a selector or a key: these files name their English
 * and their style sheets in capitals that end so.
 */
const CODE_CONSTANT = /(?:STYLE|WARNING)$/;
const CODE_CALLS = new Set(['join', 'createHash', 'digest', 'update']);
const LABEL = /^[A-ZÀ-Ý¡-ÿ]|\s|[À-ÿ]/;
const POLICY = /^[a-z-]+ '(?:none|self|sha256-)/;
const MODULE = /^\.{0,2}\/|^node:/;
/** A tag put together from pieces. */
const ATTRIBUTE = '="';

function isCode(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
  if (ts.isVariableDeclaration(parent)) return CODE_CONSTANT.test(parent.name.getText());
  // What needs quotes is no name of ours: a header.
  if (ts.isPropertyAssignment(parent) && ts.isStringLiteral(parent.name)) return true;
  if (ts.isBinaryExpression(parent) && ts.isElementAccessExpression(parent.left)) return true;
  return (
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    CODE_CALLS.has(parent.expression.name.text)
  );
}

export function textsInCode(file: string): VisitorText[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const texts: VisitorText[] = [];
  const visit = (node: ts.Node): void => {
    const raw = textOfNode(node);
    if (raw !== undefined && !isCode(node) && !POLICY.test(raw) && !MODULE.test(raw)) {
      const text = textOfHtml(raw).trim();
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (LABEL.test(text) && !text.includes(ATTRIBUTE))
        texts.push({ where: `${file}:${line + 1}`, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}
