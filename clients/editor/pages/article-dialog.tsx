/**
 * article-dialog: an article written or pasted as markdown, with its pages as they would be, and set on the tab.
 *
 * Its text is not kept with the pages: an article that is there already is replaced by what is written here, or goes on with it.
 */
import { FileUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';

import { findTheme } from '#core/render/themes/theme-list.ts';
import { light } from '#core/render/themes/light.ts';
import { limits } from '#schema/limits.ts';
import { type Article, pageSizes } from '#schema/page.ts';

import type { DialogProps } from '../document/dialogs.ts';
import { useEditor } from '../state/editor.ts';
import { Drawing } from '../ui/drawing.tsx';
import { useTask } from '../ui/use-task.ts';
import { useValue } from '../state/signal.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import css from './article-dialog.module.css';
import { type ArticleTrial, tryArticle } from './article-trial.ts';
import { readMarkdownFile } from './markdown-file.ts';
import { setArticle } from './set-article.ts';
import { pagesTexts } from '../strings/pages.ts';

const newArticle = '';
const usualSize = 'usual';
type Mode = 'replace' | 'append';

const sizes = [
  { value: usualSize, label: pagesTexts.matchExisting },
  ...[...pageSizes].flatMap(([value, { kind, width, height }]) =>
    kind === 'logo' ? [] : [{ value, label: `${value.replace(/^a/, 'A')}, ${kind}`, description: `${width} × ${height}` }],
  ),
];

export function ArticleDialog({ onClose }: DialogProps) {
  const editor = useEditor();
  const { pages, mode: tabMode } = useValue(editor.tab.settings);
  const [handed] = useState(() => editor.canvas.article.get());
  const known = useMemo(() => [...new Set(pages.flatMap(({ article }) => article ?? []))], [pages]);
  const [chosen, setChosen] = useState(handed.name !== '' && known.includes(handed.name) ? handed.name : newArticle);
  const [name, setName] = useState(handed.name);
  const [markdown, setMarkdown] = useState(handed.markdown);
  const [mode, setMode] = useState<Mode>('replace');
  const [size, setSize] = useState(usualSize);
  const input = useRef<HTMLInputElement>(null);
  const { busy, failure, run } = useTask({ quiet: true });
  useEffect(() => {
    editor.canvas.article.set({ name: '', markdown: '' });
  }, [editor]);

  const wanted = (chosen === newArticle ? name.trim() : chosen) || 'article';
  const isKnown = known.includes(wanted);
  const article = useMemo<Article>(
    () => ({ markdown, article: wanted, mode: isKnown ? mode : 'replace', ...(size !== usualSize && { size }) }),
    [markdown, wanted, isKnown, mode, size],
  );
  const trial = useArticleTrial(article);
  const submit = (): void =>
    void run(async () => {
      await setArticle(editor, article);
      onClose();
    });
  const open = async (file: File | undefined): Promise<void> => {
    const read = file === undefined ? null : await readMarkdownFile(file);
    if (read === null) return;
    if ('refusal' in read) editor.tell({ text: read.refusal, kind: 'failure' });
    else {
      setMarkdown(read.markdown);
      if (chosen === newArticle && name === '') setName(read.name);
    }
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
          <Button type="submit" kind="primary" busy={busy} disabled={markdown.trim() === ''}>
            {isKnown && mode === 'replace' ? pagesTexts.replaceNamed(shortened(wanted)) : pagesTexts.insert}
          </Button>
        </>
      }
    >
      {failure !== null && <Notice kind="error">{failure}</Notice>}
      <div className={css['columns']}>
        <div className={css['text']}>
          <TextField
            label={pagesTexts.markdown}
            className={css['markdown']}
            lines={15}
            spellCheck
            value={markdown}
            onChange={setMarkdown}
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
              void open(target.files?.[0]);
              target.value = '';
            }}
          />
        </div>
        <Outcome trial={trial} />
      </div>
      <div className={css['choices']}>
        {known.length > 0 && (
          <Select
            label={pagesTexts.article}
            value={chosen}
            onChange={setChosen}
            options={[{ value: newArticle, label: pagesTexts.newArticle }, ...known.map((one) => ({ value: one, label: one }))]}
          />
        )}
        {chosen === newArticle && (
          <TextField
            label={pagesTexts.name}
            placeholder={pagesTexts.articlePlaceholder}
            value={name}
            onChange={setName}
            maxLength={limits.nameCharacters}
          />
        )}
        {isKnown && (
          <Select<Mode>
            label={pagesTexts.existingPages}
            value={mode}
            onChange={setMode}
            options={[
              { value: 'replace', label: pagesTexts.replace, description: pagesTexts.replaceAbout },
              { value: 'append', label: pagesTexts.keepAndAppend },
            ]}
          />
        )}
        <Select label={pagesTexts.pageSize} value={size} onChange={setSize} options={sizes} />
      </div>
    </Dialog>
  );
}

/** The trial after the last stroke of the keyboard has settled; null while there is nothing to try. */
function useArticleTrial(article: Article): ArticleTrial | null {
  const { tab } = useEditor();
  const [trial, setTrial] = useState<ArticleTrial | null>(null);
  useEffect(() => {
    const work = (): void => {
      const theme = findTheme(tab.settings.get().theme) ?? light;
      setTrial(article.markdown.trim() === '' ? null : tryArticle(tab.view, article, theme));
    };
    const timer = setTimeout(work, Math.min(1_500, 150 + article.markdown.length / 100));
    return () => clearTimeout(timer);
  }, [tab, article]);
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
