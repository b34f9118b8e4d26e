/** placed-context: what of a diagram the tab has: layers by their names, and images that the writer may use. */
import type { Diagram, DiagramGroup, DiagramNode, EdgeFields } from '../../import/diagram.ts';
import type { Planning } from '../../planning/planning.ts';

/** The diagram with ids of layers for their names. What the tab does not have is left out and reported. */
export function withContext(diagram: Diagram, planning: Planning): Diagram {
  if (diagram.isPlaced !== true) return diagram;
  const { losses } = diagram;
  const layers = planning.draft.settings.layers;
  const told = new Set<string>();
  const onTab = <F extends Pick<EdgeFields, 'layer'>>(
    { layer, ...fields }: F,
    id: string,
  ): Omit<F, 'layer'> & Pick<EdgeFields, 'layer'> => {
    // prettier-ignore
    if (layer === undefined) return fields;
    const found = layers.find(({ name, locked }) => name === layer && !locked);
    if (found !== undefined) return { ...fields, layer: found.id };
    if (!told.has(layer)) losses.drop(id, `the layer ${layer}`, 'the tab has no open layer of that name');
    told.add(layer);
    return fields;
  };
  const node = (one: DiagramNode): DiagramNode => {
    const placed = { ...one, fields: onTab(one.fields, one.id) };
    const { imageId, crop: _crop, naturalWidth: _width, naturalHeight: _height, ...fields } = placed.fields;
    if (imageId === undefined || planning.context.mayReference('image', imageId)) return placed;
    losses.drop(one.id, 'an image', 'there is none that you may place');
    return { ...placed, kind: 'rounded', fields };
  };
  const group = (one: DiagramGroup): DiagramGroup => ({ ...one, fields: onTab(one.fields, one.id) });
  return {
    ...diagram,
    nodes: diagram.nodes.map(node),
    groups: diagram.groups.map(group),
    edges: diagram.edges.map((edge) => ({ ...edge, fields: onTab(edge.fields, edge.id) })),
  };
}
