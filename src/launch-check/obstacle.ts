/** One thing that stands between this checkout and going live, as a sentence in Portuguese. */
export interface Obstacle {
  area: 'Dados da empresa' | 'Clientes' | 'Textos' | 'Configuração' | 'Site construído';
  sentence: string;
}
