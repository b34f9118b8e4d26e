/** on-grid: where a coordinate goes: to the nearest line of the grid, or to a whole pixel without one. */
export const onGrid = (value: number, grid: number | null): number =>
  grid === null ? Math.round(value) : Math.round(value / grid) * grid + 0;
