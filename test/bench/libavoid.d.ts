/** The parts of libavoid that the drawing bench calls: the package's own types are at a path that it does not contain. */
declare module 'libavoid-js' {
  type Freed = { readonly brand: unique symbol };
  export type AvoidPoint = { readonly x: number; readonly y: number };
  export type AvoidConnector = {
    displayRoute(): { size(): number; get_ps(index: number): AvoidPoint };
    setRoutingType(type: number): void;
  };
  export type AvoidRouter = Freed & {
    setRoutingParameter(parameter: number, value: number): void;
    setRoutingOption(option: number, value: boolean): void;
    processTransaction(): void;
  };
  export type Avoid = {
    readonly OrthogonalRouting: number;
    readonly ConnType_Orthogonal: number;
    readonly ConnDirAll: number;
    readonly segmentPenalty: number;
    readonly crossingPenalty: number;
    readonly shapeBufferDistance: number;
    readonly idealNudgingDistance: number;
    readonly nudgeOrthogonalSegmentsConnectedToShapes: number;
    readonly Router: new (flags: number) => AvoidRouter;
    readonly Point: new (x: number, y: number) => AvoidPoint;
    readonly Rectangle: new (topLeft: AvoidPoint, bottomRight: AvoidPoint) => Freed;
    readonly ShapeRef: new (router: AvoidRouter, polygon: Freed) => Freed;
    readonly ShapeConnectionPin: new (
      shape: Freed,
      classId: number,
      xShare: number,
      yShare: number,
      isProportional: boolean,
      inset: number,
      directions: number,
    ) => Freed;
    readonly ConnEnd: new (shape: Freed, classId: number) => Freed;
    readonly ConnRef: new (router: AvoidRouter, from: Freed, to: Freed) => AvoidConnector;
    destroy(object: Freed): void;
  };
  export const AvoidLib: { load(): Promise<void>; getInstance(): Avoid };
}
