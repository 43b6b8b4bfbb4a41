print("mtls")
