/** The account for which asynchronous work is done: what continues after a wait resumes its account. */
import { AsyncLocalStorage } from 'node:async_hooks';

type CurrentAccount = { resume(): void; suspend(): void };

const current = new AsyncLocalStorage<CurrentAccount>();

/** Does work, and what follows from it, for an account. */
export const workingFor = <T>(account: CurrentAccount, work: () => T): T => current.run(account, work);

/** Call before work that may take long after a wait. */
export const resumeAccount = (): void => current.getStore()?.resume();

/** Call after such work, before a wait. */
export const suspendAccount = (): void => current.getStore()?.suspend();
