/** template-dialog: all templates with their pictures, by group. */
import { type ReactNode, useMemo } from 'react';

import { templates } from '#core/templates/list.ts';
import { type Template, templateGroups } from '#core/templates/template.ts';

import { templatesTexts } from '../strings/templates.ts';
import { useDarkPage } from '../ui/dark-page.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePending } from '../ui/use-pending.ts';
import { pictureName } from './picture-name.ts';
import css from './template-dialog.module.css';

type Props = {
  readonly description: ReactNode;
  readonly onClose: () => void;
  /** Makes it, and closes the dialog or leaves the screen. Throws CallRefused and CallUnreachable. */
  readonly make: (template: Template) => Promise<void>;
};

export function TemplateDialog({ description, onClose, make }: Props) {
  const { busy, failure, run } = usePending({ quiet: true });
  const groups = useMemo(
    () => templateGroups.map((group) => ({ group, members: templates.filter((template) => template.group === group) })),
    [],
  );
  return (
    <Dialog open width="widest" onOpenChange={onClose} title={templatesTexts.templates} description={description}>
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      {groups.map(({ group, members }) => (
        <section key={group} className={css['group']} aria-labelledby={`templates-${group}`}>
          <h3 id={`templates-${group}`} className={css['heading']}>
            {templatesTexts.groups[group]}
          </h3>
          <ul className={css['grid']}>
            {members.map((template) => (
              <li key={template.id}>
                <Choice template={template} disabled={busy} onChoose={() => void run(() => make(template))} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  );
}

type ChoiceProps = { readonly template: Template; readonly disabled: boolean; readonly onChoose: () => void };

function Choice({ template, disabled, onChoose }: ChoiceProps) {
  const { title, about } = template;
  const isDark = useDarkPage();
  return (
    <button type="button" className={css['template']} disabled={disabled} onClick={onChoose}>
      <span className={css['picture']}>
        <img src={`/templates/${pictureName(template, isDark)}`} alt="" loading="lazy" decoding="async" />
      </span>
      <span className={css['title']}>{title}</span>
      <span className={css['about']}>{about}</span>
    </button>
  );
}
