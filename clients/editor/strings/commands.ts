/**
 * commands: the titles of commands by their ids, and the other words by which the palette finds them: synonyms, and what other
 * editors call the same.
 */
import { shapeKinds } from '#schema/element.ts';

import { catalogue } from './catalogue.ts';

/** The title and keywords of a command. */
export type CommandWords = { readonly title: string; readonly keywords: readonly string[] };

export const commandGroups = catalogue({
  edit: 'Edit',
  insert: 'Insert',
  tools: 'Tools',
  arrange: 'Arrange',
  board: 'Board',
  table: 'Table',
  select: 'Select',
  view: 'View',
  document: 'Document',
  panels: 'Panels',
});

export const commandTexts = catalogue({
  undo: { title: 'Undo', keywords: ['revert', 'step back', 'back'] },
  redo: { title: 'Redo', keywords: ['repeat', 'step forward'] },

  copy: { title: 'Copy', keywords: ['clipboard'] },
  cut: { title: 'Cut', keywords: ['clipboard'] },
  paste: { title: 'Paste', keywords: ['clipboard', 'insert'] },
  'copy-as-lines': { title: 'Copy as changeset', keywords: ['export text', 'changeset lines', 'template'] },
  'select-all': { title: 'Select all', keywords: ['everything'] },
  delete: { title: 'Delete', keywords: ['remove', 'erase', 'clear'] },
  duplicate: { title: 'Duplicate', keywords: ['clone', 'copy'] },
  'edit-label': { title: 'Edit text or open', keywords: ['label', 'rename', 'write', 'type', 'open board', 'open sheet'] },

  'frame-selection': { title: 'Frame selection', keywords: ['group', 'wrap in frame', 'container', 'section'] },
  'lane-selection': { title: 'Wrap in swimlane', keywords: ['group', 'lane', 'pool'] },
  unframe: { title: 'Remove frame (keep contents)', keywords: ['ungroup', 'unwrap'] },
  'turn-arrows-round': { title: 'Reverse arrow', keywords: ['swap direction', 'flip', 'invert', 'turn around'] },
  'connect-selected': { title: 'Connect selection', keywords: ['link', 'arrow', 'connector', 'join'] },
  'bring-to-front': { title: 'Bring to front', keywords: ['order', 'z order', 'top', 'above'] },
  'bring-forward': { title: 'Bring forward', keywords: ['order', 'z order', 'up'] },
  'send-backward': { title: 'Send backward', keywords: ['order', 'z order', 'down'] },
  'send-to-back': { title: 'Send to back', keywords: ['order', 'z order', 'bottom', 'behind'] },
  'align-left': { title: 'Align left', keywords: ['justify left'] },
  'align-center': { title: 'Align horizontal centers', keywords: ['align center', 'align centre', 'middle'] },
  'align-right': { title: 'Align right', keywords: ['justify right'] },
  'align-top': { title: 'Align top', keywords: ['align up'] },
  'align-middle': { title: 'Align vertical centers', keywords: ['align middle', 'center', 'centre'] },
  'align-bottom': { title: 'Align bottom', keywords: ['align down'] },
  'distribute-across': { title: 'Distribute horizontally', keywords: ['space evenly', 'spacing', 'tidy up'] },
  'distribute-down': { title: 'Distribute vertically', keywords: ['space evenly', 'spacing', 'tidy up'] },
  directions: { Left: 'left', Right: 'right', Up: 'up', Down: 'down' },
  nudge: (direction: string) => `Nudge ${direction}`,
  nudgeBy: (direction: string, pixels: number) => `Nudge ${direction} by ${pixels}`,
  nudgeKeywords: ['move', 'shift'],
  layoutFlow: {
    title: 'Auto layout: Flowchart',
    keywords: ['arrange automatically', 'lay out', 'organize', 'tidy up', 'clean up'],
  },
  'layout-tree': { title: 'Auto layout: Tree', keywords: ['arrange automatically', 'lay out', 'hierarchy', 'org chart'] },
  'layout-mindmap': { title: 'Auto layout: Mind map', keywords: ['arrange automatically', 'lay out', 'mindmap'] },
  'increase-width': { title: 'Increase width', keywords: ['resize', 'wider', 'larger'] },
  'decrease-width': { title: 'Decrease width', keywords: ['resize', 'narrower', 'smaller'] },
  'increase-height': { title: 'Increase height', keywords: ['resize', 'taller', 'higher', 'larger'] },
  'decrease-height': { title: 'Decrease height', keywords: ['resize', 'lower', 'smaller'] },
  'rotate-clockwise': { title: 'Rotate clockwise', keywords: ['turn right'] },
  'rotate-counterclockwise': { title: 'Rotate counterclockwise', keywords: ['turn left', 'anticlockwise'] },
  lock: { title: 'Lock', keywords: ['protect', 'freeze'] },
  unlock: { title: 'Unlock', keywords: ['unprotect'] },

  'board-open': { title: 'Open board', keywords: ['kanban', 'cards'] },
  'board-columns': { title: 'Board columns', keywords: ['kanban', 'wip limit', 'status'] },
  'card-types': { title: 'Card types', keywords: ['kanban', 'custom fields', 'template', 'issue types'] },

  'table-row-above': { title: 'Insert row above', keywords: ['add row'] },
  'table-row-below': { title: 'Insert row below', keywords: ['add row'] },
  'table-row-remove': { title: 'Delete row', keywords: ['remove row'] },
  'table-column-left': { title: 'Insert column left', keywords: ['add column'] },
  'table-column-right': { title: 'Insert column right', keywords: ['add column'] },
  'table-column-remove': { title: 'Delete column', keywords: ['remove column'] },

  'next-element': { title: 'Select next element', keywords: ['forward', 'tab'] },
  'previous-element': { title: 'Select previous element', keywords: ['back'] },
  'next-element-too': { title: 'Add next element to selection', keywords: ['extend selection'] },
  'previous-element-too': { title: 'Add previous element to selection', keywords: ['extend selection'] },
  'leave-canvas': { title: 'Focus toolbar', keywords: ['leave canvas', 'tools'] },
  escape: { title: 'Cancel or deselect', keywords: ['deselect', 'clear selection', 'unselect', 'escape', 'select none'] },

  'draw-in-the-middle': { title: 'Insert at center of view', keywords: ['draw', 'add', 'place'] },
  'new-sheet': { title: 'New sheet', keywords: ['spreadsheet', 'excel', 'table', 'insert', 'calculate'] },
  'open-sheets': { title: 'Open sheets', keywords: ['spreadsheet', 'excel'] },
  'tool-video': { title: 'Insert video', keywords: ['youtube', 'vimeo', 'movie', 'embed'] },

  'zoom-in': { title: 'Zoom in', keywords: ['magnify', 'larger', 'closer'] },
  'zoom-out': { title: 'Zoom out', keywords: ['smaller', 'further'] },
  'zoom-to-100': { title: 'Zoom to 100%', keywords: ['actual size', 'reset zoom'] },
  'zoom-to-fit': { title: 'Zoom to fit', keywords: ['fit', 'fit to screen', 'show all', 'everything', 'overview'] },
  'zoom-to-selection': { title: 'Zoom to selection', keywords: ['show selection', 'focus', 'fit selection'] },
  pan: (direction: string) => `Pan ${direction}`,
  panKeywords: ['scroll', 'move view'],
  elementsInView: (count: number) => (count === 1 ? '1 element in view' : `${count} elements in view`),
  autoLayoutApplied: (count: number) => `Auto layout applied to ${count} elements`,
  copiedAsChangeset: 'Copied as changeset',
  pasteBlocked: (keys: string) => `Clipboard access is blocked. Press ${keys} to paste.`,
  locked: 'Locked',
  unlocked: 'Unlocked',
  cannotUnlock: 'Can’t unlock: the change that locked this is no longer in the history.',
  deleted: (what: string) => `Deleted: ${what}`,

  help: { title: 'Keyboard shortcuts', keywords: ['help', 'keys', 'hotkeys', 'key bindings'] },
  share: { title: 'Share', keywords: ['invite', 'members', 'permissions', 'access', 'link', 'guests', 'publish'] },
  'document-settings': { title: 'Document settings', keywords: ['rename', 'options', 'preferences', 'trash', 'id'] },
  'tab-theme': { title: 'Tab theme', keywords: ['colors', 'colours', 'dark', 'fonts', 'style', 'background'] },
  'export-svg': { title: 'Export tab as SVG', keywords: ['export', 'download', 'save as', 'picture', 'image', 'vector'] },
  'export-png': { title: 'Export tab as PNG', keywords: ['export', 'download', 'save as', 'picture', 'image', 'screenshot'] },
  'appearance-light': { title: 'Light appearance', keywords: ['light mode', 'theme', 'bright'] },
  'appearance-dark': { title: 'Dark appearance', keywords: ['dark mode', 'theme', 'night'] },
  'appearance-system': { title: 'System appearance', keywords: ['dark mode', 'light mode', 'automatic theme'] },
  palette: { title: 'Command palette', keywords: ['commands', 'search'] },
  present: { title: 'Present', keywords: ['slideshow', 'presentation', 'play', 'full screen'] },
  article: { title: 'Import Markdown…', keywords: ['article', 'pages', 'slides', 'text', 'template'] },
  'add-comment': { title: 'Comment', keywords: ['note', 'feedback', 'discuss', 'reply'] },
  find: { title: 'Find', keywords: ['search', 'look for'] },
  comments: { title: 'Comments', keywords: ['threads', 'feedback', 'discussion'] },
  history: { title: 'History', keywords: ['versions', 'changes', 'revert', 'undo agent', 'activity', 'log'] },
  lint: { title: 'Issues', keywords: ['lint', 'check', 'problems', 'warnings', 'errors', 'validate', 'fix'] },
  layers: { title: 'Layers', keywords: ['hide', 'show', 'visibility'] },
});

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** The names of tools and of what they draw, by tool, type or shape; a shape without a name of its own here is called by its kind. */
export const kindTitles = catalogue<Readonly<Record<string, string>>>({
  ...Object.fromEntries(shapeKinds.map((kind) => [kind, sentence(kind.replaceAll('-', ' '))])),
  select: 'Select',
  hand: 'Hand',
  text: 'Text',
  arrow: 'Arrow',
  pen: 'Pen',
  stroke: 'Stroke',
  image: 'Image',
  video: 'Video',
  frame: 'Frame',
  lane: 'Swimlane',
  table: 'Table',
  sticky: 'Sticky note',
  annotation: 'Numbered badge',
  'link-card': 'Link card',
  square: 'Rectangle',
  rounded: 'Rounded rectangle',
  documents: 'Multiple documents',
  'plan-board': 'Board',
  'plan-sheet': 'Sheet',
  actor: 'Person',
  cylinder: 'Database',
  callout: 'Speech bubble',
  stadium: 'Pill',
});

/** Other words for tools and for what they draw. */
export const kindKeywords = catalogue<Readonly<Record<string, readonly string[]>>>({
  select: ['pointer', 'cursor', 'move tool'],
  hand: ['pan', 'move view', 'grab', 'scroll'],
  arrow: ['connector', 'line', 'link', 'edge'],
  pen: ['draw', 'pencil', 'freehand', 'marker', 'highlighter', 'ink'],
  text: ['label', 'heading', 'title', 'write'],
  frame: ['group', 'container', 'section', 'artboard'],
  lane: ['lane', 'pool', 'group'],
  table: ['grid', 'rows', 'columns'],
  sticky: ['note', 'post-it', 'memo'],
  annotation: ['number', 'callout', 'step', 'note'],
  'link-card': ['url', 'bookmark', 'embed', 'website'],
});

/** The colors of themes and papers. */
export const colorTitles = catalogue<Readonly<Record<string, string>>>({
  none: 'None',
  neutral: 'Neutral',
  blue: 'Blue',
  teal: 'Teal',
  green: 'Green',
  yellow: 'Yellow',
  orange: 'Orange',
  red: 'Red',
  pink: 'Pink',
  purple: 'Purple',
  grey: 'Gray',
});
