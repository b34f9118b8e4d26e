/** The programs that tests start and npm does not install: where they are, and how to install them. */
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

type Program = {
  readonly title: string;
  /** Alternatives. */
  readonly names: readonly string[];
  /** Folders outside PATH in which packages install it. */
  readonly folders?: () => readonly string[];
  readonly debian: string;
  /** Arguments of `brew install`. */
  readonly homebrew: string;
};

const programs = {
  postgres: { title: 'PostgreSQL', names: ['initdb'], folders: postgresFolders, debian: 'postgresql', homebrew: 'postgresql@17' },
  redis: { title: 'Redis', names: ['redis-server'], debian: 'redis-server', homebrew: 'redis' },
  haproxy: { title: 'HAProxy', names: ['haproxy'], debian: 'haproxy', homebrew: 'haproxy' },
  chromium: {
    title: 'Chromium',
    // The headless shell, named first, draws the same pages without the windows of a browser, in three quarters of the time.
    names: ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'Google Chrome'], // prettier-ignore
    folders: () => ['/Applications/Google Chrome.app/Contents/MacOS'],
    debian: 'chromium',
    homebrew: '--cask google-chrome',
  },
  curl: { title: 'curl', names: ['curl'], debian: 'curl', homebrew: 'curl' },
} satisfies Readonly<Record<string, Program>>;

/** The path of a program. If it is missing, the error says how to install it. */
export function programPath(key: keyof typeof programs, name?: string): string {
  const program: Program = programs[key];
  const path = find(program, name === undefined ? program.names : [name]);
  if (path === null) throw new Error(`${program.title} is not installed. ${installation([program])}`);
  return path;
}

/** The message about missing programs; null if there are none. */
export function missingPrograms(): string | null {
  const missing = Object.values<Program>(programs).filter((program) => find(program, program.names) === null);
  if (missing.length === 0) return null;
  return `These tests need ${missing.map(({ title }) => title).join(', ')}, which this machine lacks.\n${installation(missing)}`;
}

const find = ({ folders }: Program, names: readonly string[]): string | null =>
  names.map((name) => findProgram(name, folders?.())).find((path) => path !== null) ?? null;

/** One command per system. Homebrew installs casks with a command of their own. */
function installation(missing: readonly Program[]): string {
  const isCask = ({ homebrew }: Program): boolean => homebrew.startsWith('--cask');
  const formulas = missing.filter((program) => !isCask(program)).map(({ homebrew }) => homebrew);
  const brew = [
    ...(formulas.length === 0 ? [] : [`brew install ${formulas.join(' ')}`]),
    ...missing.filter(isCask).map(({ homebrew }) => `brew install ${homebrew}`),
  ];
  return [
    'To install:',
    `  Debian, Ubuntu:  apt-get install -y ${missing.map(({ debian }) => debian).join(' ')}`,
    `  macOS:           ${brew.join(' && ')}`,
    '  Windows:         run the tests in WSL, as on Debian',
  ].join('\n');
}

/** Newest version first: Debian's packages, then Homebrew's. */
function postgresFolders(): string[] {
  const newestFirst = (folder: string, prefix: string): string[] => {
    try {
      return readdirSync(folder)
        .filter((name) => name.startsWith(prefix))
        .toSorted((a, b) => Number(b.replace(/\D/g, '')) - Number(a.replace(/\D/g, '')))
        .map((name) => join(folder, name, 'bin'));
    } catch {
      return [];
    }
  };
  return [
    ...newestFirst('/usr/lib/postgresql', ''),
    ...newestFirst('/opt/homebrew/opt', 'postgresql@'),
    ...newestFirst('/usr/local/opt', 'postgresql@'),
  ];
}

/** The path of a program in PATH or in one of the given folders; null if it is missing. */
export function findProgram(name: string, folders: readonly string[] = []): string | null {
  for (const folder of [...folders, ...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
