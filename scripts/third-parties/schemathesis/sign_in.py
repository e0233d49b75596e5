"""Signs in at a demo shop as admin and as customer; prints what schemathesis needs as shell variables."""

import sys

import requests

shop = sys.argv[1]


def call(method, path, token=None, body=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = requests.request(method, shop + path, json=body, headers=headers, timeout=20)
    answer.raise_for_status()
    return answer.json()


def sign_in(name, email, password):
    account = {"email": email, "password": password, "returnSecureToken": True}
    path = "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo-key"
    id_token = call("POST", path, body=account)["idToken"]
    access_token = call("PUT", f"/users/{email}", id_token, {"email": email})["accessToken"]
    print(f"{name}_ID_TOKEN={id_token}")
    print(f"{name}_ACCESS_TOKEN={access_token}")


sign_in("ADMIN", "admin@autoparts.example", "admin-demo-1")
sign_in("CUSTOMER", "customer@autoparts.example", "customer-demo-1")
