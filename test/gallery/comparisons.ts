/** The drawings of docs/drawing.md, in order. Each has a changeset of its name in docs/drawing, and a picture of what the first layout made of it. */
import type { GalleryDrawing } from './drawings.ts';

const named = (name: string, title: string): Omit<GalleryDrawing, 'about'> => ({ name, title, theme: 'light' });

export const comparisons = [
  named('shop', 'Web shop'),
  named('cicd', 'Pipeline with two environments'),
  named('k8s', 'Cluster with namespaces'),
  named('data', 'Data platform'),
  named('build-pipeline', 'Build pipeline'),
  named('warehouse', 'Warehouse'),
  named('cluster', 'Cluster'),
  named('sign-in', 'Sign-in'),
  named('compiler', 'Compiler'),
  named('claim', 'Insurance claim'),
  named('campus-network', 'Campus network'),
  named('organization', 'Organization'),
  named('two-regions', 'Two regions'),
  named('order-states', 'States of an order'),
  named('dense-services', 'Services that call each other'),
  named('support-desk', 'Support desk'),
];
