/** What has budgets: the credential, the person and the address of a caller (SPEC.md, BG1 and BG2). */
import type { Actor } from '#server/access/actor.ts';

import { networkOf } from './network-of.ts';

export type HolderKind = 'credential' | 'person' | 'address' | 'link';
export type BudgetHolder = {
  readonly kind: HolderKind;
  readonly key: string;
  /** The size of its budgets: that of a person, of an address, of a published link, or a part of a person's. */
  readonly size: 'part' | 'person' | 'address' | 'link';
};

/** The budget of a person, of an address, and of a published link where it has one; null: no limit. */
export type PerCaller = {
  readonly perPerson: number | null;
  readonly perAddress: number | null;
  readonly perLink?: number | null;
};
export const unlimited: PerCaller = { perPerson: null, perAddress: null };

const credentialShare = 0.75;

/** The credential comes first: of several used-up budgets the narrowest is reported. */
export function holdersOf(actor: Actor | null, address: string): readonly BudgetHolder[] {
  const network = { kind: 'address', key: `address ${networkOf(address)}`, size: 'address' } as const;
  if (actor === null) return [network];
  if (actor.kind === 'guest')
    return [
      { kind: 'person', key: `guest ${actor.guestId}`, size: 'person' },
      { kind: 'credential', key: `link ${actor.linkId}`, size: 'address' },
      network,
    ];
  const credential = actor.kind === 'agent' ? `token ${actor.tokenId}` : `session ${actor.sessionHash}`;
  return [
    { kind: 'credential', key: credential, size: 'part' },
    { kind: 'person', key: `person ${actor.userId}`, size: 'person' },
  ];
}

/** Who reads a published link is not known, and proxies of pictures have few addresses: the link itself has the budget. */
export const holdersOfLink = (linkId: string): readonly BudgetHolder[] => [
  { kind: 'link', key: `published ${linkId}`, size: 'link' },
];

/** Null: no limit. */
export function budgetOf(
  { size }: Pick<BudgetHolder, 'size'>,
  { perPerson, perAddress, perLink = null }: PerCaller,
): number | null {
  if (size === 'address') return perAddress;
  if (size === 'link') return perLink;
  return perPerson === null || size === 'person' ? perPerson : Math.max(1, Math.floor(perPerson * credentialShare));
}
