import { CirclePlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Blank } from '../../ui/blank';

export function NoProducts() {
  return (
    <Blank
      title="No products yet"
      action={
        <Link className="btn btn-primary" to={paths.addProduct}>
          <CirclePlus className="icon" />
          Add Product
        </Link>
      }
    >
      What you add appears here and in the shop.
    </Blank>
  );
}
