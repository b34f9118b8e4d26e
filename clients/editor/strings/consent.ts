/** Texts of the consent page, on which a person gives a program access. */
import { catalogue } from './catalogue.ts';

export const consentTexts = catalogue({
  title: (program: string) => `Give ${program} access?`,
  lead: (host: string) => `${host} wants to work in your documents. Its changes carry your name, appear live, and can be undone.`,
  leadLocal:
    'A program on this computer wants to work in your documents. Its changes carry your name, appear live, and can be undone.',
  identifiedBy: 'Identified by',
  returnsTo: 'Returns to',
  signedInAs: 'Signed in as',
  thisComputer: 'This computer',
  notVerified: 'The program chose its name itself. Continue only if you have just started this.',
  anyLocalProgram: 'Any program on this computer can ask under this name. Continue only if you have just started this.',
  access: 'Access',
  readAndWrite: 'Read and write',
  readOnly: 'Read only',
  documents: 'Documents',
  allDocuments: 'All documents',
  selectedDocuments: 'Selected documents',
  selectedDocumentsAbout: 'No access to others or to your images',
  duration: 'Ends after',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  endAnyTime: 'You can end it at any time under Agents.',
  allow: 'Allow',
  deny: 'Deny',
  cannotGiveAccess: 'Access can’t be given',
  nothingGiven: 'Nothing was given to the program.',
  returnToProgram: 'Return to the program',
  yourDocuments: 'Your documents',
  handedOver: (program: string) => `Return to ${program}`,
  handedOverAbout: 'You can close this page.',
  loading: 'Loading the request',
});
