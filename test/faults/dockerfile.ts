/** Parses a Dockerfile as far as tests need it: what each stage copies, runs, and becomes. */

export type CopyInstruction = { readonly from: string | null; readonly sources: readonly string[]; readonly to: string };

export type BuildStage = {
  readonly name: string | null;
  readonly copies: readonly CopyInstruction[];
  readonly runs: readonly string[];
  /** The user it runs as. */
  readonly user: string | null;
  readonly environment: readonly string[];
  readonly command: readonly string[];
};

/** The stages in order; the last one is the image. */
export function dockerfileOf(text: string): BuildStage[] {
  const lines = text.replaceAll('\\\n', ' ').split('\n');
  const starts = lines.flatMap((line, index) => (line.startsWith('FROM ') ? [index] : []));
  return starts.map((start, index) => stageOf(lines.slice(start, starts[index + 1])));
}

function stageOf(lines: readonly string[]): BuildStage {
  const argumentsOf = (instruction: string): string[] =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1).trim());
  return {
    name: / AS (\S+)$/.exec(lines[0]!)?.[1] ?? null,
    copies: argumentsOf('COPY').map(copyOf),
    runs: argumentsOf('RUN'),
    user: argumentsOf('USER').at(-1) ?? null,
    environment: argumentsOf('ENV').flatMap((each) => each.split(' ')),
    command: JSON.parse(argumentsOf('CMD').at(-1) ?? '[]') as string[],
  };
}

function copyOf(text: string): CopyInstruction {
  const words = text.split(/\s+/);
  const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : null;
  return { from, sources: words.slice(0, -1), to: words.at(-1)! };
}
