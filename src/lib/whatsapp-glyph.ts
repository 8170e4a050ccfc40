/** WhatsApp's glyph from Simple Icons (CC0, https://simpleicons.org), on a grid of 72 units. */
export const WHATSAPP_GLYPH =
  'm52 43-6-3-2 1-3 3h-1l-8-4-5-6 1-2 1-2 1-1v-2l-3-6q0-2-2-2h-1l-3 1q-2 1-3 8 1 7 4 9c3 2 6 10 15 13l5 2 6 1q3-1 6-5c3-4 0-3 0-4zM36 65a30 30 0 0 1-15-4h-1L9 64l3-11-1-2a30 30 0 0 1-5-15 30 30 0 0 1 51-21 29 29 0 0 1 9 21c0 16-14 29-30 29m25-55A35 35 0 0 0 36 0 36 36 0 0 0 5 54L0 72l19-5a36 36 0 0 0 17 4c20 0 36-16 36-35a35 35 0 0 0-11-26';
