/** Reads a Markdown file: the fields above, the text below. */
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { disagreements } from './astro-reading.ts';
import { mistakeInHyphens } from './front-matter-hyphens.ts';
import type { Path } from './problem.ts';
import type { SourceFile } from './source-file.ts';
import { yamlMistakes } from './yaml-mistakes.ts';

const FRONT_MATTER =
  /^\uFEFF?---[ \t]*\r?\n(?<yaml>(?:[\s\S]*?\n)?)---[ \t]*(?:\r?\n|$)(?<body>[\s\S]*)$/;

/** The first character of a field: of its name in a group, of its value in a list. */
function offsetOf(root: unknown, path: Path): number | undefined {
  let node = root;
  let offset = isNode(root) ? root.range?.[0] : undefined;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
      if (!pair || !isNode(pair.key)) return undefined;
      offset = pair.key.range?.[0];
      node = pair.value;
    } else if (isSeq(node) && typeof key === 'number') {
      node = node.items[key];
      if (!isNode(node)) return undefined;
      offset = node.range?.[0];
    } else {
      return undefined;
    }
  }
  return offset;
}

export function readFrontMatter(text: string): SourceFile {
  const { yaml, body } = FRONT_MATTER.exec(text)?.groups ?? {};
  if (yaml === undefined || body === undefined) {
    const mistake = mistakeInHyphens(text);
    return { data: undefined, mistakes: [mistake], lineOf: () => mistake.line };
  }

  // The line of hyphens counts too, so that lines are those of the file.
  const source = `\n${yaml}`;
  const lines = new LineCounter();
  // Dates are dates to Astro's parser as well; without this tag they would pass for texts here.
  const document = parseDocument(source, {
    lineCounter: lines,
    prettyErrors: false,
    // Its warnings are mistakes here, and nothing for the terminal.
    logLevel: 'error',
    customTags: ['timestamp'],
  });
  const lineOf = (path: Path): number | undefined => {
    for (let length = path.length; length >= 0; length -= 1) {
      const offset = offsetOf(document.contents, path.slice(0, length));
      if (offset !== undefined) return lines.linePos(offset).line;
    }
    return 1;
  };
  const { mistakes, isReadable } = yamlMistakes(document, lines, source);
  const data: unknown = isReadable ? (document.toJS() ?? {}) : undefined;
  return {
    data,
    mistakes: mistakes.length > 0 ? mistakes : disagreements(text, { data, body }, lineOf),
    lineOf,
    body: { text: body, firstLine: text.slice(0, text.length - body.length).split('\n').length },
  };
}
