/** The web font must not delay the first frame. Visitors from another page of this site have it in the cache. */
const FRAME_SHOWN_AFTER_MS = 100;

const showWebFont = (): void => {
  document.documentElement.classList.add('web-font');
};
if (document.referrer.startsWith(location.origin)) showWebFont();
else requestAnimationFrame(() => setTimeout(showWebFont, FRAME_SHOWN_AFTER_MS));
