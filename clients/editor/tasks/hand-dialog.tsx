/** hand-dialog: hands a task to an agent, chosen from those that take tasks from the person. */
import { Bot } from 'lucide-react';
import { useCallback, useState } from 'react';

import { limits } from '#schema/limits.ts';
import type { Handle } from '#schema/task.ts';

import { countCharacters } from '#core/notation/characters.ts';

import { useEditor } from '../state/editor.ts';
import { useValue } from '../state/signal.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { Loaded } from '../ui/screen.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { usePending } from '../ui/use-pending.ts';
import { tasksTexts } from '../strings/tasks.ts';
import { handTask, listHandles } from './task-calls.ts';
import { type TaskTarget, targetName } from './task-target.ts';

type Props = { readonly target: TaskTarget; readonly onClose: () => void };

export function HandDialog({ target, onClose }: Props) {
  const editor = useEditor();
  const { documentId } = editor.session;
  const request = useAnswer(useCallback((signal: AbortSignal) => listHandles(documentId, signal), [documentId]));
  const { answer } = request;
  const agents = answer.state === 'here' ? answer.value.filter((handle) => takes(handle, target)) : [];
  const [chosen, choose] = useState<string | null>(null);
  const [text, setText] = useState('');
  const { busy, failure, run } = usePending({ quiet: true });
  const agent = agents.find((one) => keyOf(one) === chosen) ?? agents[0];
  const length = countCharacters(text.trim());
  const over = length - limits.taskTextCharacters;
  const submit = async (): Promise<void> => {
    if (agent === undefined || length === 0 || over > 0) return;
    const { handle, owner } = agent;
    const isHanded = await run(async () => {
      editor.tasks.put(await handTask(documentId, { ...target, handle, owner: owner.id, text: text.trim() }));
    });
    if (!isHanded) return;
    onClose();
    const isShown = editor.panel.get() === 'tasks';
    const action = { label: tasksTexts.show, run: () => editor.panel.set('tasks') };
    editor.tell({ text: tasksTexts.handed(handle), kind: 'success', ...(!isShown && { action }) });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={tasksTexts.handToAgent}
      description={tasksTexts.about(targetName(editor, target))}
      onSubmit={() => void submit()}
      footer={
        agent === undefined ? undefined : (
          <>
            <Button onClick={onClose}>{tasksTexts.cancel}</Button>
            <Button type="submit" kind="primary" busy={busy} disabled={length === 0 || over > 0}>
              {tasksTexts.hand}
            </Button>
          </>
        )
      }
    >
      <Loaded request={request}>
        {() =>
          agent === undefined ? (
            <NoAgents />
          ) : (
            <>
              {failure !== null && <Notice kind="error">{failure}</Notice>}
              <Select
                label={tasksTexts.agent}
                value={keyOf(agent)}
                onChange={choose}
                options={agents.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
              />
              <TextField
                ref={focusByKeyboard}
                label={tasksTexts.whatToDo}
                placeholder={tasksTexts.whatToDoExample}
                lines={4}
                value={text}
                onChange={setText}
                hint={over > 0 ? tasksTexts.overTheLimit(over) : undefined}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
                }}
              />
            </>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function NoAgents() {
  const { self, navigate } = useEditor();
  const isGuest = useValue(self) === null;
  return (
    <EmptyState
      icon={<Bot />}
      title={tasksTexts.noAgents}
      action={isGuest ? undefined : <Button onClick={() => navigate({ screen: 'tokens' })}>{tasksTexts.openAgents}</Button>}
    >
      {isGuest ? tasksTexts.noAgentsGuest : tasksTexts.noAgentsAbout}
    </EmptyState>
  );
}

/** Once the agents are loaded. On touch no keyboard opens by itself. */
const focusByKeyboard = (field: HTMLInputElement | null): void => {
  if (!matchMedia('(pointer: coarse)').matches) field?.focus();
};

/** An agent whose token is limited to some tabs takes only tasks on these. */
const takes = ({ tabs }: Handle, { tab }: TaskTarget): boolean => tabs === null || (tab !== undefined && tabs.includes(tab));

const keyOf = ({ handle, owner }: Handle): string => `${handle} ${owner.id}`;

const labelOf = ({ handle, owner, isOwn }: Handle): string => (isOwn ? handle : tasksTexts.agentOf(handle, owner.name));
