/** A person's custom themes (SPEC.md). */
import { randomUUID } from 'node:crypto';

import type { CustomTheme, NewTheme, ThemeDefinition, ThemePatch } from '#schema/custom-theme.ts';
import { limits } from '#schema/limits.ts';
import { problem, type Problem } from '#schema/problem.ts';
import { tabThemes } from '#schema/tab.ts';
import { putTheme as writeTheme, readTheme } from '#schema/ydoc/themes.ts';
import type { RoomWrite } from '#server/rooms/port.ts';
import type { Actor, AgentActor, PersonActor } from '#server/access/actor.ts';
import type { Call } from '#server/call.ts';
import { lockGalleries } from '#storage/images.ts';
import type { Db } from '#storage/storage.ts';
import { deleteTheme, listThemes, putTheme, themeById } from '#storage/themes.ts';

import { commit } from './commit.ts';
import type { AppContext } from './context.ts';
import { isBound, refuseChanging, refuseCreating } from './ownership.ts';

export type ThemeAnswer = { readonly theme: CustomTheme };
type Owner = PersonActor | AgentActor;

export type Themes = {
  /** Errors: id_taken, too_large (too many), token_read_only, access_denied. */
  create(call: Call<Owner>, body: NewTheme): Promise<ThemeAnswer | Problem>;
  list(call: Call<Owner>): Promise<{ readonly themes: readonly CustomTheme[] }>;
  /** Errors: theme_not_found, token_read_only. */
  change(call: Call<Owner>, id: string, patch: ThemePatch): Promise<ThemeAnswer | Problem>;
  /** Errors: theme_not_found, token_read_only. */
  remove(call: Call<Owner>, id: string): Promise<null | Problem>;
};

export function createThemes(context: AppContext): Themes {
  const { storage, now } = context;
  return {
    async create(call, { id = `custom:${randomUUID()}`, name, definition }) {
      const { actor } = call;
      const refusal = refuseCreating(actor, 'themes');
      if (refusal !== null) return refusal;
      return commit<ThemeAnswer>(context, call, { action: 'theme.create', about }, async (tx) => {
        await lockGalleries(tx, actor.userId);
        const existing = await listThemes(tx, actor.userId);
        if (existing.some((one) => one.id === id))
          return problem('id_taken', {
            detail: 'You already have a theme with this id.',
            hint: 'Change it with PUT, or choose another id.',
          });
        if (existing.length >= limits.themesPerUser)
          return problem('too_large', {
            limit: limits.themesPerUser,
            detail: `A person has at most ${limits.themesPerUser} themes.`,
          });
        const theme = { id, name, definition: inLowerCase(definition) };
        await putTheme(tx, actor.userId, theme, now());
        return { theme };
      });
    },

    async list({ actor }) {
      return { themes: isBound(actor) ? [] : await listThemes(storage.db, actor.userId) };
    },

    change(call, id, patch) {
      const { actor } = call;
      return commit<ThemeAnswer>(context, call, { action: 'theme.change', about }, async (tx) => {
        await lockGalleries(tx, actor.userId);
        const previous = isBound(actor) ? null : await themeById(tx, actor.userId, id);
        if (previous === null) return problem('theme_not_found');
        const refusal = refuseChanging(actor);
        if (refusal !== null) return refusal;
        const { name = previous.name, definition = previous.definition } = patch;
        const theme = { id, name, definition: inLowerCase(definition) };
        await putTheme(tx, actor.userId, theme, now());
        return { theme };
      });
    },

    remove(call, id) {
      const { actor } = call;
      const auditSpec = { action: 'theme.remove', about: () => ({ subject: id }) };
      return commit<null>(context, call, auditSpec, async (tx) => {
        const refusal = isBound(actor) ? problem('theme_not_found') : refuseChanging(actor);
        if (refusal !== null) return refusal;
        return (await deleteTheme(tx, actor.userId, id)) ? null : problem('theme_not_found');
      });
    },
  };
}

/** The caller's own theme with this id; null if there is none. */
export async function ownTheme(db: Db, actor: Actor, id: string): Promise<CustomTheme | null> {
  return actor.kind === 'guest' || isBound(actor) ? null : themeById(db, actor.userId, id);
}

/** Copies a custom theme of the caller into the document; true if that changed the document. Errors: theme_not_found. */
export async function addTheme(room: RoomWrite, actor: Actor, id: string | undefined): Promise<boolean | Problem> {
  if (id === undefined || (tabThemes as readonly string[]).includes(id)) return false;
  const own = await ownTheme(room.tx, actor, id);
  if (own === null) return readTheme(room.doc, id) === null ? problem('theme_not_found') : false;
  let isNew = false;
  room.edit((doc) => {
    isNew = writeTheme(doc, own);
  });
  return isNew;
}

/** The definition with its colors as answers show them. */
function inLowerCase(definition: ThemeDefinition): ThemeDefinition {
  const lower = (value: unknown): unknown => (typeof value === 'string' && value.startsWith('#') ? value.toLowerCase() : value);
  const entries = (of: object): [string, unknown][] => Object.entries(of).map(([name, value]) => [name, lower(value)]);
  const { palette } = definition;
  return {
    ...Object.fromEntries(entries(definition)),
    ...(palette !== undefined && { palette: Object.fromEntries(entries(palette)) }),
  } as ThemeDefinition;
}

const about = ({ theme }: ThemeAnswer): { readonly subject: string } => ({ subject: theme.id });
