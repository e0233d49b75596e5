interface PartSpecsProps {
  available: number;
  minimum: number;
}

export function PartSpecs({ available, minimum }: PartSpecsProps) {
  return (
    <ul className="specs">
      <li>
        Available: <b>{available} pcs.</b>
      </li>
      <li>
        Minimum Order: <b>{minimum} pcs.</b>
      </li>
    </ul>
  );
}
