/** The icons of the web manifest. `any` is drawn as it is; `maskable` is cut by the home screen. */
export const MANIFEST_ICONS = [
  { name: 'icon-192', sidePx: 192, purpose: 'any' },
  { name: 'icon-512', sidePx: 512, purpose: 'any' },
  { name: 'maskable-512', sidePx: 512, purpose: 'maskable' },
] as const;

export const APPLE_TOUCH_ICON_PX = 180;

/** A tab, a tab on a dense screen, a shortcut on Windows. */
export const FAVICON_SIDES_PX = [16, 32, 48] as const;
