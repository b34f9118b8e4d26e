/** Verbs for the proposals of a document. Only people accept and reject them, in a session. */
import Type from 'typebox';

import { findDocument } from '#clients/service/find-document.ts';
import { findTab } from '#clients/service/find-tab.ts';
import type { Service } from '#clients/service/service.ts';
import { plainLine } from '#clients/text/plain.ts';
import { day, table } from '#clients/text/table.ts';
import { quoteShort } from '#core/notation/quote.ts';
import { type Proposal, ProposalListQuery } from '#schema/proposal.ts';

import { document, documentAndTab } from './place.ts';
import { type Verb, verb } from './verb.ts';

const proposal = { ...document, proposal: Type.String({ minLength: 1, description: 'Its id, `pr_…`.' }) };

const listProposals = verb({
  name: 'list-proposals',
  summary: 'List the proposals of a document, the newest first.',
  input: Type.Object({ ...documentAndTab, status: ProposalListQuery.properties.status }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, tab, status }, service) {
    const doc = await findDocument(service, name);
    const query = { status, tab: tab === undefined ? undefined : await findTab(service, doc, tab) };
    return service.json('GET /documents/:doc/proposals', { params: { doc }, query });
  },
  command: {
    usage: 'proposal ls <doc:document>',
    options: {
      tab: { text: 'only those for this tab (id or name)' },
      status: { flags: '--status <status>', text: 'open or all (default: open)' },
    },
    id: ({ proposals }) => proposals.map(({ id }) => id).join('\n'),
    text: ({ proposals }) => table(proposals.map(row)),
  },
});

const showProposal = verb({
  name: 'show-proposal',
  summary: 'Show what a proposal would do, and what was decided about it.',
  input: Type.Object(proposal),
  effect: 'read',
  idempotent: true,
  run: async (input, service) =>
    service.json('GET /documents/:doc/proposals/:proposal', { params: await paramsOf(service, input) }),
  command: {
    usage: 'proposal show <doc:document> <id:proposal>',
    id: (reply) => reply.proposal.id,
    text: (reply) => `${table([row(reply.proposal)])}\n${reply.text}`,
  },
});

const withdrawProposal = verb({
  name: 'withdraw-proposal',
  summary: 'Withdraw a proposal of your own.',
  input: Type.Object(proposal),
  effect: 'destructive',
  idempotent: true,
  run: async (input, service) =>
    service.json('DELETE /documents/:doc/proposals/:proposal', { params: await paramsOf(service, input) }),
  command: { usage: 'proposal rm <doc:document> <id:proposal>', summary: 'withdraw a proposal of your own' },
});

export const proposalVerbs: readonly Verb[] = [listProposals, showProposal, withdrawProposal];

/** All open proposals, or one with what it does. */
export const readProposals = verb({
  name: 'read-proposals',
  summary: 'List the open proposals of a document, or show one.',
  input: Type.Object({ ...document, proposal: Type.Optional(proposal.proposal), status: ProposalListQuery.properties.status }),
  effect: 'read',
  idempotent: true,
  async run({ document: name, proposal: id, status }, service): Promise<{ readonly text: string }> {
    if (id !== undefined) return { text: (await showProposal.run({ document: name, proposal: id }, service)).text };
    const { proposals } = await listProposals.run({ document: name, ...(status !== undefined && { status }) }, service);
    return { text: proposals.map((one) => row(one).map(plainLine).join(' · ')).join('\n') || 'no proposals' };
  },
  tool: {
    name: 'list_proposals',
    title: 'List proposals',
    description: 'List proposals and what people decided, or show one.',
    args: { proposal: 'Show this one.', status: 'Default: open.' },
    answer: ({ text }) => ({ text }),
  },
});

function row({ id, createdAt, author, agent, state, parts, rev, summary, overlaps, reason }: Proposal): string[] {
  const open = parts.filter((part) => part.state === 'open').length;
  const others = overlaps.map(({ proposal: other }) => other);
  const notes = [
    ...(summary === undefined ? [] : [summary]),
    ...(others.length === 0 ? [] : [`also changed by ${others.join(', ')}`]),
    ...(reason === undefined ? [] : [`reason: ${quoteShort(reason, 400)}`]),
  ];
  return [id, day(createdAt), `rev ${rev}`, state === 'open' ? `${open} of ${parts.length} open` : state, agent ? `${author.name} (agent)` : author.name, notes.join(' · ')]; // prettier-ignore
}

const paramsOf = async (service: Service, input: { readonly document: string; readonly proposal: string }) => ({
  doc: await findDocument(service, input.document),
  proposal: input.proposal,
});
