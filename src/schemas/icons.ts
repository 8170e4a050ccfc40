import { z } from 'zod';

/**
 * Icons that editors can choose: names in the Lucide set (`@iconify-json/lucide`) and the Portuguese labels
 * that the editor shows.
 */
const ICON_LABELS = {
  headset: 'Fone de atendimento',
  'laptop-minimal-check': 'Notebook em ordem',
  'code-xml': 'Código',
  compass: 'Bússola',
  'list-checks': 'Lista de tarefas',
  'cloud-upload': 'Nuvem',
  search: 'Lupa',
  'circle-check': 'Confirmação',
  ear: 'Ouvido',
  'trending-up': 'Seta que sobe',
  'scan-eye': 'Olho atento',
  'badge-check': 'Selo de verificação',
  'hand-heart': 'Mão com coração',
  lightbulb: 'Lâmpada',
  megaphone: 'Megafone',
  'messages-square': 'Conversa',
  'shield-check': 'Escudo',
  'chart-line': 'Gráfico',
  wrench: 'Chave de boca',
  store: 'Loja',
  'graduation-cap': 'Chapéu de formatura',
} as const;

type IconName = keyof typeof ICON_LABELS;

const ICON_NAMES = Object.keys(ICON_LABELS) as [IconName, ...IconName[]];

export function icon(description = 'Desenho que acompanha o título.') {
  return z.enum(ICON_NAMES).meta({ title: 'Ícone', description, optionLabels: ICON_LABELS });
}
