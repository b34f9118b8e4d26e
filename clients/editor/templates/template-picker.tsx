/** template-picker: a template for the open document: on the shown tab if that is empty, or else in a tab of its own. */
import { applyTemplate, tabFor } from '#clients/templates/apply-template.ts';
import type { Template } from '#core/templates/template.ts';

import { call } from '../api/call.ts';
import { showFirst } from '../canvas/first-view.ts';
import type { DialogProps } from '../document/dialogs.ts';
import { tellChange } from '../pages/tell-change.ts';
import { arrived } from '../state/arrived.ts';
import { useEditor } from '../state/editor.ts';
import { templatesTexts } from '../strings/templates.ts';
import { makeTab } from '../tabs/tab-calls.ts';
import { freeName } from '../tabs/tab-names.ts';
import { isEmptyCanvas } from './empty-canvas.ts';
import { TemplateDialog } from './template-dialog.tsx';

export function TemplatePicker({ onClose }: DialogProps) {
  const editor = useEditor();
  const { session, tab, showTab } = editor;
  const fills = isEmptyCanvas(tab);
  const make = async (template: Template): Promise<void> => {
    const isHere = fills && template.pages === undefined;
    const body = tabFor(template);
    const names = session.tabs.get().map(({ name }) => name);
    const tabId = isHere ? tab.id : (await makeTab(session, { ...body, name: freeName(body.name, names) })).id;
    const { changeset, results } = await session.own.reporting(() =>
      applyTemplate(call, { documentId: session.documentId, tabId }, template),
    );
    onClose();
    if (!isHere) return showTab(tabId);
    const added = results.filter(({ mark }) => mark === '+');
    await arrived(
      editor,
      added.map(({ id }) => id),
    );
    showFirst(editor);
    tellChange(editor, { text: templatesTexts.made(template.title) }, changeset === null ? [] : [changeset.id]);
  };
  return (
    <TemplateDialog
      description={fills ? templatesTexts.fillsThisTab : templatesTexts.opensInANewTab}
      onClose={onClose}
      make={make}
    />
  );
}
