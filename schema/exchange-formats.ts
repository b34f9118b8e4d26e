/** The formats of diagrams that are read and written. Without schemas, which take a command line longer to load than all of its help. */
export const importFormats = ['auto', 'mermaid', 'drawio', 'excalidraw', 'csv'] as const;
export const exportFormats = ['mermaid', 'drawio', 'excalidraw', 'svg', 'png', 'pdf', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];
