import type { Template } from './template.ts';

export const swimlanes: Template = {
  id: 'swimlanes',
  title: 'Swimlanes',
  about: 'Who does what in a process, lane by lane',
  group: 'Diagrams',
  operations: `
add stadium id=order label="Place order" fill=green
add rounded id=receive label="Receive goods" fill=green
wrap order receive in lane id=customer label="Customer" fill=blue
add rounded id=check label="Check order" below:customer
add diamond id=stock label="In stock?" fill=yellow
add document id=invoice label="Send invoice"
wrap check stock invoice in lane id=sales label="Sales" fill=teal
add rounded id=buy label="Order from supplier" below:sales
add rounded id=pack label="Pack"
add rounded id=ship label="Ship"
wrap buy pack ship in lane id=warehouse label="Warehouse" fill=orange
wrap customer sales warehouse in frame id=process label="From order to delivery" arrange=swimlane
connect order -> check
connect check -> stock
connect stock -> invoice label="yes"
connect stock -> buy label="no"
connect buy -> pack
connect invoice -> pack
connect pack -> ship
connect ship -> receive
`,
};
