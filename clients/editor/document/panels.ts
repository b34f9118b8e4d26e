/**
 * panels: the parts around the canvas, slot by slot. Each feature adds a line here.
 *
 * A component gets everything from `useEditor`. Panels open at the right, one at a time, by `editor.panel`. Those that a press
 * opens are in files of their own, which are loaded after the document is open.
 */
import { Bot, History, Layers, LibraryBig, ListChecks, MessageSquare, PencilLine, Search } from 'lucide-react';
import type { ComponentType } from 'react';

import type { Level } from '#schema/access.ts';

import { OfferedShapes } from '../canvas/offered-shapes.tsx';
import { ToolBar } from '../canvas/tool-bar.tsx';
import { ZoomBar } from '../canvas/zoom-bar.tsx';
import { BoardLayer } from '../board/board-layer.tsx';
import { BoardOverCanvas } from '../board/table/board-over-canvas.tsx';
import { CommentPins } from '../comments/comment-pins.tsx';
import { LinkedCard } from '../board/card/linked-card.tsx';
import { MentionNews } from '../mentions/mention-news.tsx';
import { PastOverCanvas } from '../past/past-over-canvas.tsx';
import { PageStrip } from '../pages/page-strip.tsx';
import { Notices } from '../people/notices.tsx';
import { PeopleBar } from '../people/people-bar.tsx';
import { PresenceOverlay } from '../people/presence-overlay.tsx';
import { StyleBar } from '../style-bar/style-bar.tsx';
import { SheetOverCanvas } from '../sheet/sheet-over-canvas.tsx';
import { AutoLayout } from '../layout/auto-layout.tsx';
import { FindPanel } from '../find/find-panel.tsx';
import { EmptyCanvas } from '../templates/empty-canvas-hint.tsx';
import { TabBar } from '../tabs/tab-bar.tsx';
import { TakenMarks } from '../undo/taken-marks.tsx';
import { ProposalOverlay } from '../proposals/proposal-overlay.tsx';
import { TaskNews } from '../tasks/task-news.tsx';
import { VoteBadges } from '../votes/vote-badges.tsx';
import { FootUndoButtons, TopUndoButtons } from '../undo/undo-buttons.tsx';
import { type LazyPart, lazyPart } from '../ui/lazy-part.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { DocumentTitle } from './document-title.tsx';
import { HomeButton } from './home-button.tsx';
import { SaveStatusText } from './save-status-text.tsx';
import { TopChips } from './top-chips.tsx';
import { ShareButton } from './share-button.tsx';
import { documentTexts } from '../strings/document.ts';

export type PanelName = string;

export type Panel = {
  readonly name: PanelName;
  /** The label of its button and its heading. */
  readonly title: string;
  readonly icon: ComponentType<{ readonly size?: number }>;
  /** Who reads it; default: everyone. */
  readonly level?: Level;
  /** Guests do not have it, whatever their level. */
  readonly isForMembers?: true;
  readonly body: ComponentType | LazyPart<object>;
};

/** In the order of the slot. */
export type Slots = {
  readonly topLeft: readonly ComponentType[];
  readonly topRight: readonly ComponentType[];
  /** After the buttons of the panels. */
  readonly topEnd: readonly ComponentType[];
  readonly left: readonly ComponentType[];
  /** Above the bottom of the window, over its whole width. */
  readonly bottom: readonly ComponentType[];
  /** At the bottom of the window, side by side. */
  readonly foot: readonly ComponentType[];
  readonly bottomRight: readonly ComponentType[];
  /** Over the whole canvas, below bars and panels: what follows elements, such as the style bar. */
  readonly overlay: readonly ComponentType[];
};

export const slots: Slots = {
  topLeft: [HomeButton, DocumentTitle, TopUndoButtons, SaveStatusText],
  topRight: [PeopleBar, ShareButton],
  topEnd: [DocumentMenu],
  left: [ToolBar],
  bottom: [PageStrip],
  foot: [TabBar, FootUndoButtons],
  bottomRight: [ZoomBar],
  overlay: [
    EmptyCanvas,
    TopChips,
    BoardLayer,
    PresenceOverlay,
    CommentPins,
    VoteBadges,
    Notices,
    TaskNews,
    MentionNews,
    LinkedCard,
    StyleBar,
    OfferedShapes,
    AutoLayout,
    SheetOverCanvas,
    BoardOverCanvas,
    ProposalOverlay,
    TakenMarks,
    PastOverCanvas,
  ],
};

export const panels: readonly Panel[] = [
  {
    name: 'comments',
    title: documentTexts.comments,
    icon: MessageSquare,
    body: lazyPart(async () => (await import('../comments/comments-panel.tsx')).CommentsPanel),
  },
  {
    name: 'tasks',
    title: documentTexts.tasks,
    icon: Bot,
    body: lazyPart(async () => (await import('../tasks/tasks-panel.tsx')).TasksPanel),
  },
  {
    name: 'proposals',
    title: documentTexts.proposals,
    icon: PencilLine,
    level: 'editor',
    isForMembers: true,
    body: lazyPart(async () => (await import('../proposals/proposals-panel.tsx')).ProposalsPanel),
  },
  {
    name: 'history',
    title: documentTexts.history,
    icon: History,
    body: lazyPart(async () => (await import('../history/history-panel.tsx')).HistoryPanel),
  },
  {
    name: 'lint',
    title: documentTexts.issues,
    icon: ListChecks,
    body: lazyPart(async () => (await import('../lint/lint-panel.tsx')).LintPanel),
  },
  {
    name: 'layers',
    title: documentTexts.layers,
    icon: Layers,
    body: lazyPart(async () => (await import('../layers/layers-panel.tsx')).LayersPanel),
  },
  {
    name: 'libraries',
    title: documentTexts.libraries,
    icon: LibraryBig,
    level: 'editor',
    isForMembers: true,
    body: lazyPart(async () => (await import('../libraries/libraries-panel.tsx')).LibrariesPanel),
  },
  { name: 'find', title: documentTexts.find, icon: Search, body: FindPanel },
];
