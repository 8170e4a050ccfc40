import url from './form-status.css?url&no-inline';

let loading: Promise<void> | undefined;

/**
 * Has the browser fetch the styles of what only script can show, once for all islands, and once more after it failed.
 *
 * @throws Error (rejects) when they cannot be had
 */
export function loadFormStatusStyles(): Promise<void> {
  loading ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = url;
    link.onload = () => {
      resolve();
    };
    link.onerror = () => {
      // For another try: the line may be back by then.
      loading = undefined;
      link.remove();
      reject(new Error(url));
    };
    document.head.append(link);
  });
  return loading;
}
