import { registerPreviewTemplate } from '@sveltia/cms';
import { createElement } from 'react';
import { COLLECTION_ENTRIES, type CollectionName } from '../../../src/schemas/collections.ts';
import type { TemplateProps } from './content.ts';
import type { PreviewPane } from './pane.ts';

const panes = new WeakMap<HTMLElement, Promise<PreviewPane>>();

async function updatePane(name: CollectionName, host: HTMLElement, props: TemplateProps) {
  const create = async (): Promise<PreviewPane> => {
    // Two megabytes of pages and React, which the list of entries does not need.
    const module = await import('./pane.ts');
    return new module.PreviewPane(name, host, props);
  };
  const pane = panes.get(host) ?? create();
  panes.set(host, pane);
  await (await pane).update(props);
}

/** Registers the site's own page as the preview of each collection. */
export function registerPreviews(): void {
  for (const [name] of COLLECTION_ENTRIES) {
    registerPreviewTemplate(name, (props) =>
      createElement('div', {
        className: 'pane',
        ref: (host) => {
          if (host) void updatePane(name, host, props);
        },
      }),
    );
  }
}
