import type { Problem } from './problem.ts';

function describeProblem(problem: Problem, contentFolder: string): string {
  const line = problem.line === undefined ? '' : `, linha ${problem.line}`;
  const label = problem.label === undefined ? '' : `“${problem.label}”`;
  const name = problem.field ? `(${problem.field})` : '';
  const field = [label, name].filter((part) => part !== '').join(' ');
  return [
    `${contentFolder}/${problem.file}${line}`,
    ...(field === '' ? [] : [`  Campo: ${field}`]),
    `  Esperado: ${problem.expected}`,
    `  Encontrado: ${problem.found}`,
    ...(problem.advice === undefined ? [] : [`  ${problem.advice}`]),
  ].join('\n');
}

/** The message that an editor reads: every error with its place, what was expected and found. */
export function report(problems: Problem[], contentFolder = 'src/content'): string {
  const title =
    problems.length === 1 ? 'Há 1 erro no conteúdo:' : `Há ${problems.length} erros no conteúdo:`;
  return [title, ...problems.map((problem) => describeProblem(problem, contentFolder))].join(
    '\n\n',
  );
}
