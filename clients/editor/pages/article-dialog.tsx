/**
 * article-dialog: an article written or pasted as markdown, with a preview of its pages, which are set on the tab.
 *
 * The text is not stored with the pages: an existing article is replaced by what is written here, or continued with it.
 */
import { FileUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';

import { limits } from '#schema/limits.ts';
import { type Article, pageSizes } from '#schema/page.ts';

import type { DialogProps } from '../document/dialogs.ts';
import { TabTheme } from '../scene/tab-theme.ts';
import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { pagesTexts } from '../strings/pages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Drawing } from '../ui/drawing.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { usePending } from '../ui/use-pending.ts';
import css from './article-dialog.module.css';
import {
  type ArticleForm,
  type ArticleMode,
  articleNameOf,
  articleOf,
  existingSize,
  formFor,
  newArticle,
  withFile,
} from './article-form.ts';
import { type ArticleTrial, tryArticle } from './article-trial.ts';
import { readMarkdownFile } from './markdown-file.ts';
import { setArticle } from './set-article.ts';

const sizes = [
  { value: existingSize, label: pagesTexts.matchExisting },
  ...[...pageSizes].flatMap(([value, { kind, width, height }]) =>
    kind === 'logo' ? [] : [{ value, label: `${value.replace(/^a/, 'A')}, ${kind}`, description: `${width} × ${height}` }],
  ),
];

export function ArticleDialog({ onClose }: DialogProps) {
  const editor = useEditor();
  const { pages, mode: tabMode } = useValue(editor.tab.settings);
  const existing = useMemo(() => [...new Set(pages.flatMap(({ article }) => article ?? []))], [pages]);
  const [form, setForm] = useState(() => formFor(editor.canvas.article.get(), existing));
  const { busy, failure, run } = usePending({ quiet: true });
  useEffect(() => {
    editor.canvas.article.set({ name: '', markdown: '' });
  }, [editor]);

  const article = useMemo(() => articleOf(form, existing), [form, existing]);
  const trial = useArticleTrial(article);
  const name = articleNameOf(form);
  const replaces = existing.includes(name) && form.mode === 'replace';
  const submit = (): void =>
    void run(async () => {
      await setArticle(editor, article);
      onClose();
    });
  const change = (fields: Partial<ArticleForm>): void => setForm((current) => ({ ...current, ...fields }));
  const openFile = async (file: File | undefined): Promise<void> => {
    const read = file === undefined ? null : await readMarkdownFile(file);
    if (read === null) return;
    if ('refusal' in read) editor.tell({ text: read.refusal, kind: 'failure' });
    else setForm((current) => withFile(current, read));
  };
  return (
    <Dialog
      open
      width="widest"
      onOpenChange={onClose}
      onSubmit={submit}
      title={pagesTexts.importMarkdownTitle}
      description={pagesTexts.importAbout(tabMode)}
      footer={
        <>
          <Button type="button" onClick={onClose}>
            {pagesTexts.cancel}
          </Button>
          <Button type="submit" kind="primary" busy={busy} disabled={form.markdown.trim() === ''}>
            {replaces ? pagesTexts.replaceNamed(shortened(name)) : pagesTexts.insert}
          </Button>
        </>
      }
    >
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <div className={css['columns']}>
        <MarkdownField markdown={form.markdown} onChange={(markdown) => change({ markdown })} onFile={openFile} />
        <Outcome trial={trial} />
      </div>
      <Choices form={form} existing={existing} onChange={change} />
    </Dialog>
  );
}

type MarkdownProps = {
  readonly markdown: string;
  readonly onChange: (markdown: string) => void;
  readonly onFile: (file: File | undefined) => Promise<void>;
};

function MarkdownField({ markdown, onChange, onFile }: MarkdownProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={css['text']}>
      <TextField
        label={pagesTexts.markdown}
        className={css['markdown']}
        lines={15}
        spellCheck
        value={markdown}
        onChange={onChange}
        maxLength={limits.articleCharacters}
        placeholder={pagesTexts.markdownPlaceholder}
      />
      <Button type="button" size="sm" icon={<FileUp />} onClick={() => input.current?.click()}>
        {pagesTexts.openAFile}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".md,.markdown,.txt,text/markdown,text/plain"
        onChange={({ target }) => {
          void onFile(target.files?.[0]);
          target.value = '';
        }}
      />
    </div>
  );
}

type ChoicesProps = {
  readonly form: ArticleForm;
  readonly existing: readonly string[];
  readonly onChange: (fields: Partial<ArticleForm>) => void;
};

function Choices({ form, existing, onChange }: ChoicesProps) {
  const names = existing.map((name) => ({ value: name, label: name }));
  return (
    <div className={css['choices']}>
      {existing.length > 0 && (
        <Select
          label={pagesTexts.article}
          value={form.chosen}
          onChange={(chosen) => onChange({ chosen })}
          options={[{ value: newArticle, label: pagesTexts.newArticle }, ...names]}
        />
      )}
      {form.chosen === newArticle && (
        <TextField
          label={pagesTexts.name}
          placeholder={pagesTexts.articlePlaceholder}
          value={form.name}
          onChange={(name) => onChange({ name })}
          maxLength={limits.nameCharacters}
        />
      )}
      {existing.includes(articleNameOf(form)) && (
        <Select<ArticleMode>
          label={pagesTexts.existingPages}
          value={form.mode}
          onChange={(mode) => onChange({ mode })}
          options={[
            { value: 'replace', label: pagesTexts.replace, description: pagesTexts.replaceAbout },
            { value: 'append', label: pagesTexts.keepAndAppend },
          ]}
        />
      )}
      <Select label={pagesTexts.pageSize} value={form.size} onChange={(size) => onChange({ size })} options={sizes} />
    </div>
  );
}

/** The trial of what has been typed, after a pause; null while there is nothing to try. */
function useArticleTrial(article: Article): ArticleTrial | null {
  const { tab, session } = useEditor();
  const [trial, setTrial] = useState<ArticleTrial | null>(null);
  useEffect(() => {
    const update = (): void => {
      const theme = new TabTheme(session.doc).themeNamed(tab.settings.get().theme);
      setTrial(article.markdown.trim() === '' ? null : tryArticle(tab.view, article, theme));
    };
    const timer = setTimeout(update, Math.min(1_500, 150 + article.markdown.length / 100));
    return () => clearTimeout(timer);
  }, [tab, session, article]);
  return trial;
}

function Outcome({ trial }: { readonly trial: ArticleTrial | null }) {
  if (trial === null) return <p className={css['nothing']}>{pagesTexts.preview}</p>;
  if ('refusal' in trial) return <Notice kind="warning">{trial.refusal}</Notice>;
  const { count, pages } = trial;
  return (
    <div className={css['outcome']}>
      <p role="status">{pagesTexts.pagesCount(count)}</p>
      <ul className={css['pages']}>
        {pages.map(({ id, name, source, shape }) => (
          <li key={id} className={css['page']} style={{ aspectRatio: shape }}>
            <Drawing className={css['picture']} source={source} label={name} />
          </li>
        ))}
      </ul>
      {count > pages.length && <p className={css['more']}>{pagesTexts.andMore(count - pages.length)}</p>}
    </div>
  );
}

const shortened = (name: string): string => (name.length > 24 ? `${name.slice(0, 23)}…` : name);
