import { registerPreviewTemplate } from '@sveltia/cms';
import { createElement } from 'react';
import site from 'virtual:editor-site';
import type { Collection } from '@site/content/collection';
import type { TemplateProps } from './content.ts';
import type { PreviewPane } from './pane.ts';

const panes = new WeakMap<HTMLElement, Promise<PreviewPane>>();

async function updatePane(
  name: string,
  collection: Collection,
  host: HTMLElement,
  props: TemplateProps,
) {
  const create = async (): Promise<PreviewPane> => {
    // Two megabytes of pages and React, which the list of entries does not need.
    const module = await import('./pane.ts');
    return new module.PreviewPane(name, collection, host, props);
  };
  const pane = panes.get(host) ?? create();
  panes.set(host, pane);
  try {
    await (await pane).update(props);
  } catch {
    host.textContent =
      'A prévia não carregou. Confira a internet, salve o que digitou e recarregue a página.';
  }
}

export function registerPreviews(): void {
  for (const [name, collection] of Object.entries(site.content.collections)) {
    registerPreviewTemplate(name, (props) =>
      createElement('div', {
        className: 'pane',
        ref: (host) => {
          if (host) void updatePane(name, collection, host, props);
        },
      }),
    );
  }
}
