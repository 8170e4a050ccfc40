/** What visitors read from code: the states and errors of the form, the mail, the answer page. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { VisitorText } from '../../../src/spelling-check/content-texts.ts';

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
      if (LABEL.test(text) && !text.includes(ATTRIBUTE)) texts.push({ file, line: line + 1, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}
