/** Something that must change before this checkout goes live. */
export interface LaunchIssue {
  area: 'Dados da empresa' | 'Textos' | 'Marca e imagens' | 'Configuração' | 'Site gerado';
  text: string;
}

function listed(title: string, items: string[]): string {
  return [title, ...items.map((item) => `  - ${item}`)].join('\n');
}

/**
 * The report of the launch check, by area.
 *
 * @param missingFacts missing facts that do not block the launch, though visitors look for them
 */
export function launchReport(issues: LaunchIssue[], missingFacts: string[] = []): string {
  const count = issues.length === 1 ? 'Falta 1 coisa' : `Faltam ${issues.length} coisas`;
  const title =
    issues.length === 0 ? 'Nada impede o site de ir ao ar.' : `${count} para o site ir ao ar:`;
  const areas = Object.entries(Object.groupBy(issues, ({ area }) => area)).map(([area, items]) =>
    listed(
      area,
      items.map(({ text }) => text),
    ),
  );
  const wish = 'Não impede, mas os visitantes vão sentir falta (em Dados da empresa):';
  const wishes = missingFacts.length > 0 ? [listed(wish, missingFacts)] : [];
  return [title, ...areas, ...wishes].join('\n\n');
}
