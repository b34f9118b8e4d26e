import type { Template } from './template.ts';

export const erDiagram: Template = {
  id: 'er-diagram',
  title: 'Entity relationships',
  about: 'Tables of a database and how they relate',
  group: 'Software',
  operations: `
add entity id=customer label="customer" sections=[["id uuid PK","name text","email text"]] fill=blue
add entity id=order label="order" sections=[["id uuid PK","customer_id uuid FK","placed_at timestamp"]] fill=teal
add entity id=item label="order_item" sections=[["order_id uuid FK","product_id uuid FK","quantity int"]] fill=teal
add entity id=product label="product" sections=[["id uuid PK","name text","price decimal"]] fill=green
add entity id=category label="category" sections=[["id uuid PK","name text"]] fill=green
add entity id=payment label="payment" sections=[["id uuid PK","order_id uuid FK","paid_at timestamp"]] fill=orange
connect customer -> order label="places" heads=["one","zero-many"] line=angled
connect order -> item label="contains" heads=["one","one-many"] line=angled
connect product -> item label="is in" heads=["one","zero-many"] line=angled
connect category -> product label="groups" heads=["one","zero-many"] line=angled
connect order -> payment label="is paid by" heads=["one","zero-one"] line=angled
layout all direction=right
`,
};
