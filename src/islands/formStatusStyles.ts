import url from './form-status.css?url&no-inline';

let loading: Promise<void> | undefined;

/**
 * Loads the status stylesheet once for all islands; after a failure, the next call retries.
 *
 * @throws Error (rejects) when it fails to load
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
      loading = undefined;
      link.remove();
      reject(new Error(url));
    };
    document.head.append(link);
  });
  return loading;
}
